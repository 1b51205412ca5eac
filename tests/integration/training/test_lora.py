"""An adapter is trained, saved, and loads again: on a tiny model with random weights."""

import json
from pathlib import Path

import pytest

pytestmark = [pytest.mark.full, pytest.mark.timeout(600)]
CORPUS = sorted((Path(__file__).parents[3] / "training" / "corpus").glob("zh_*.jsonl"))


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> Path:
    from tests.integration.training.tiny import corpus_lines, make_tiny_model

    return make_tiny_model(tmp_path_factory.mktemp("tiny"), [str(row["text"]) for row in corpus_lines(CORPUS, 9)])


@pytest.fixture(scope="module")
def adapter(base: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Trained on forty turns or so."""
    from tests.integration.training.tiny import corpus_lines
    from training.lora.__main__ import main

    folder = tmp_path_factory.mktemp("lora")
    corpus = folder / "corpus.jsonl"
    rows = corpus_lines(CORPUS, 120)
    corpus.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows), "utf-8")
    arguments = [str(base), "--out", str(folder / "adapter"), "--corpus", str(corpus), "--answers", "2"]
    assert main([*arguments, "--epochs", "2", "--rate", "0.02", "--rank", "8", "--batch", "2"]) == 0
    return folder / "adapter"


def test_the_adapter_learns(adapter: Path) -> None:
    card = (adapter / "DATA_CARD.md").read_text("utf-8")
    row = next(line for line in card.splitlines() if line.startswith("| loss"))
    before, after = (float(cell) for cell in row.split("|")[2:4])
    assert after < before - 2
    assert "corpus.jsonl" in card
    assert "extract-1" in card
    assert "answers that can be read" in card


def test_the_adapter_loads_beside_its_base(adapter: Path, base: Path) -> None:
    import torch
    from peft import PeftModel
    from transformers import AutoModelForCausalLM

    model = PeftModel.from_pretrained(AutoModelForCausalLM.from_pretrained(base), adapter)
    ids = torch.tensor([[5, 6, 7]])
    with torch.no_grad():
        tuned = model(input_ids=ids).logits
        with model.disable_adapter():
            plain = model(input_ids=ids).logits
    assert (tuned - plain).abs().max() > 0.01
    assert sum(file.stat().st_size for file in adapter.iterdir()) < 2_000_000, "the base is not in it"


def test_only_the_answer_is_learnt(base: Path) -> None:
    from transformers import AutoTokenizer

    from training.lora.examples import examples
    from training.lora.tokens import IGNORED, ChatTokens
    from training.student.corpus import read

    tokenizer = AutoTokenizer.from_pretrained(base)
    tokens = ChatTokens(tokenizer)
    for example in list(examples(read(CORPUS[:1])[:40], 1)):
        features = tokens.chat(example).features()
        learnt = [token for token in features["labels"] if token != IGNORED]
        assert tokenizer.decode(learnt) == f"{example.answer}<|im_end|>\n"
        whole = tokenizer.decode(features["input_ids"])
        assert (
            whole
            == f"<|im_start|>system\n{example.system}<|im_end|>\n<|im_start|>user\n{example.user}<|im_end|>\n<|im_start|>assistant\n{example.answer}<|im_end|>\n"
        )


def test_a_model_without_a_chat_template_is_refused(base: Path) -> None:
    from transformers import AutoTokenizer

    from training.lora.tokens import ChatTokens, NoChatTemplate

    tokenizer = AutoTokenizer.from_pretrained(base)
    tokenizer.chat_template = None
    with pytest.raises(NoChatTemplate):
        ChatTokens(tokenizer)
