"""The data card of an adapter, from measurements only."""

from dataclasses import dataclass

from yiku_extractor.pipeline.llm.prompt import VERSION

from training.lora.fit import Recipe
from training.lora.measure import Answered


@dataclass(frozen=True)
class Made:
    """How an adapter came to be. `losses` are those of an answer's token on unseen turns, before and after."""

    base: str
    recipe: Recipe
    files: tuple[str, ...]
    chats: int
    unseen: int
    left_out: int
    too_long: int
    trained: tuple[int, int]
    losses: tuple[float, float]
    answered: Answered | None
    minutes: float


def card(made: Made) -> str:
    """Markdown."""
    recipe = made.recipe
    trained, whole = made.trained
    before, after = made.losses
    return "\n".join(
        [
            f"# LoRA adapter of {made.base} for the extraction prompt {VERSION}",
            "",
            "Written by `python -m training.lora` from its own measurements.",
            "",
            f"**What it does.** Answers the extraction prompt, version {VERSION}, as the corpus is labelled. With "
            "another version it is to be trained anew. Any server that loads PEFT adapters serves it.",
            "",
            f"**Data.** {', '.join(made.files)}: {made.chats} turns to learn from, {made.unseen} held out, of every "
            f"slice and language its share. Left out: {made.left_out} turns with nothing to ask about or with a slot "
            f"whose value no reader finds, {made.too_long} longer than {recipe.longest} tokens. All of it is masked.",
            "",
            f"**Training.** Rank {recipe.rank}, alpha {recipe.alpha}, dropout {recipe.dropout} on all linear layers: "
            f"{trained} of {whole} parameters. {recipe.epochs:g} epochs, batch {recipe.batch}, rate {recipe.rate:g}, "
            f"seed {recipe.seed}; {made.minutes:.1f} minutes.",
            "",
            "| on held-out turns | before | after |",
            "|---|---|---|",
            f"| loss of an answer's token | {before:.4f} | {after:.4f} |",
            *_answered(made.answered),
            "",
        ]
    )


def _answered(found: Answered | None) -> list[str]:
    if found is None:
        return []
    shares = {
        "answers that can be read": (found.readable, found.turns),
        "turns kept or dropped as labelled": (found.right, found.turns),
        "memories found, through the checks": (found.found, found.told),
        "their kind right": (found.kinds, found.found),
    }
    return [
        "",
        "| answers of the adapter | of |",
        "|---|---|",
        *(f"| {n}: {a} | {b} |" for n, (a, b) in shares.items()),
    ]
