"""What a model answers on turns that it has not seen, read by the product's own parser and checks."""

from collections.abc import Sequence
from dataclasses import dataclass

import torch
from peft import PeftModel
from yiku_extractor.pipeline.llm.parser import parse
from yiku_extractor.pipeline.llm.verdict import judge

from training.lora.examples import Example
from training.lora.tokens import ChatTokens

_LONGEST_ANSWER = 384


@dataclass(frozen=True)
class Answered:
    """Of `turns` asked about `readable` answers were lists of memories, and `right` kept or dropped the turn as the
    corpus does; of `told` memories `found` were accepted at their place and `kinds` of these are of their kind."""

    turns: int
    readable: int
    right: int
    told: int
    found: int
    kinds: int


def answered(model: PeftModel, tokens: ChatTokens, examples: Sequence[Example]) -> Answered:
    """Greedy answers, one by one; what cannot be read keeps nothing and is not right."""
    scores = [_score(example, _written(model, tokens, example)) for example in examples]
    sums = (sum(part) for part in zip(*scores, strict=True)) if scores else (0,) * 5
    return Answered(len(scores), *sums)


def _written(model: PeftModel, tokens: ChatTokens, example: Example) -> str:
    prompt = torch.tensor([tokens.prompt(example)], device=model.device)
    model.eval()
    with torch.no_grad():
        whole = model.generate(
            input_ids=prompt,
            attention_mask=torch.ones_like(prompt),
            max_new_tokens=_LONGEST_ANSWER,
            do_sample=False,
        )
    return tokens.text(whole[0, prompt.shape[1] :].tolist())


def _score(example: Example, answer: str) -> tuple[int, int, int, int, int]:
    """(readable, right, told, found, kinds)."""
    told = [m for m in example.segment.memories if any(m.start < s.end and s.start < m.end for s in example.asked)]
    parsed = parse(answer)
    if parsed is None:
        return 0, 0, len(told), 0, 0
    kept = [j.proposal for j in judge(parsed, example.utterance, example.asked) if j.proposal]
    tellers = [[p for p in kept if p.span[0] < m.end and m.start < p.span[1]] for m in told]
    kinds = sum(any(p.kind.value == m.kind for p in found) for m, found in zip(told, tellers, strict=True))
    return 1, int(bool(kept) == bool(told)), len(told), sum(map(bool, tellers)), kinds
