"""`python -m training.lora`: fine-tunes a causal language model on the corpus, as chats of the extraction prompt.

BASE is an instruction-tuned model: a directory, or a name that transformers can fetch. What is written is a PEFT
adapter and its data card. Give labels of training.distill with --corpus beside the corpus's own files.
"""

import argparse
import logging
import random
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from training.lora.card import Made, card
from training.lora.examples import Example, examples, held_out
from training.lora.fit import Adapter, Recipe
from training.lora.measure import answered
from training.lora.tokens import ChatTokens, NoChatTemplate
from training.student.corpus import read

CORPUS = Path(__file__).parents[1] / "corpus"
CARD = "DATA_CARD.md"
_DEFAULT = Recipe()
_WRONG = 2


def main(argv: Sequence[str] | None = None) -> int:
    """0 once adapter and card are written, 2 where the model cannot be used."""
    options = _arguments(argv)
    logging.basicConfig(level=logging.INFO, format="%(message)s", stream=sys.stderr)
    files = options.corpus or sorted(CORPUS.glob("*.jsonl"))
    with tempfile.TemporaryDirectory(prefix="lora-") as work:
        try:
            made, adapter = _make(options, files, Path(work))
        except (NoChatTemplate, OSError) as error:
            logging.error("training.lora: %s", error)
            return _WRONG
    options.out.mkdir(parents=True, exist_ok=True)
    adapter.save(options.out)
    (options.out / CARD).write_text(card(made), encoding="utf-8")
    return 0


def _make(options: argparse.Namespace, files: Sequence[Path], work: Path) -> tuple[Made, Adapter]:
    began = time.monotonic()
    recipe = Recipe(
        rank=options.rank, epochs=options.epochs, rate=options.rate, batch=options.batch, longest=options.longest
    )
    segments = read(files)
    seen, unseen = (list(examples(part, recipe.seed)) for part in held_out(segments))
    adapter = Adapter(options.base, recipe, work)
    tokens = ChatTokens(adapter.tokenizer)
    chats, longer = tokens.chats(seen, recipe.longest)
    tests, longer_tests = tokens.chats(unseen, recipe.longest)
    losses = adapter.fit(chats, tests)
    asked = _some(unseen, options.answers, recipe.seed)
    made = Made(
        base=Path(options.base).name,
        recipe=recipe,
        files=tuple(file.name for file in files),
        chats=len(chats),
        unseen=len(tests),
        left_out=len(segments) - len(seen) - len(unseen),
        too_long=longer + longer_tests,
        trained=adapter.trained_share,
        losses=losses,
        answered=answered(adapter.model, tokens, asked) if asked else None,
        minutes=(time.monotonic() - began) / 60,
    )
    return made, adapter


def _some(unseen: Sequence[Example], count: int, seed: int) -> list[Example]:
    return random.Random(seed).sample(list(unseen), min(count, len(unseen)))


def _arguments(argv: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="training.lora", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("base", metavar="BASE", help="the model to start from")
    parser.add_argument("--out", type=Path, required=True, help="where adapter and card go")
    parser.add_argument("--corpus", type=Path, nargs="+", help="files to learn from; all of the corpus by default")
    parser.add_argument("--rank", type=int, default=_DEFAULT.rank)
    parser.add_argument("--epochs", type=float, default=_DEFAULT.epochs)
    parser.add_argument("--rate", type=float, default=_DEFAULT.rate)
    parser.add_argument("--batch", type=int, default=_DEFAULT.batch, help="turns of a step")
    parser.add_argument("--longest", type=int, default=_DEFAULT.longest, help="tokens of a chat")
    parser.add_argument("--answers", type=int, default=40, help="held-out turns to answer for the card; 0 for none")
    return parser.parse_args(argv)


if __name__ == "__main__":
    sys.exit(main())
