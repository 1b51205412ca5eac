"""A real small language model (extra `llm-local`) writes summaries; whatever it writes, only what was said stands.

Runs with `--stack full`.
"""

from zoneinfo import ZoneInfo

import pytest
from yiku_keeper.summaries.llm.checks import objection
from yiku_keeper.summaries.llm.prompt import VERSION
from yiku_keeper.summaries.llm.writer import ANSWERED, LlmSummary
from yiku_keeper.summaries.material import lines_of
from yiku_keeper.summaries.summariser import Summariser
from yiku_models.llm import LanguageModel

from tests.integration.models.test_local_llm import model, server
from tests.unit.keeper.talking import kept, segment

__all__ = ["model", "server"]

pytestmark = [pytest.mark.full, pytest.mark.timeout(900)]

ZH = ("我住望京花家地", "以后别派面包车，东西放不下", "月结怎么办理？", "月结要交押金吗")
EN = (
    "I live in Jing'an",
    "please never send driver Wu again",
    "how do I get a VAT invoice?",
    "is the VAT invoice free?",
)


@pytest.mark.parametrize("turns", [ZH, EN])
async def test_its_sentences_stand_on_the_conversation(model: LanguageModel, turns: tuple[str, ...]) -> None:
    basis = segment(*turns, "bot:好的，三天内办好，费用320元", memories=[kept(i, turns[i], turns[i]) for i in range(2)])
    summarised = await Summariser(ZoneInfo("Asia/Shanghai"), LlmSummary(model)).segment(basis, "acme")
    assert summarised.written is not None
    assert summarised.written.outcome == ANSWERED
    assert summarised.written.by.startswith(VERSION)
    lines = [line.text for line in lines_of(basis)]
    assert [objection(sentence, lines) for sentence in summarised.written.sentences] == [None] * len(
        summarised.written.sentences
    )
    assert summarised.told.content
    assert "320" not in summarised.told.content
    assert len(summarised.told.content) <= 230
