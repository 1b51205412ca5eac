"""A smaller vocabulary for the student: which pieces of e5-small stay."""

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass, replace

import sentencepiece
from yiku_models.e5_build.tokenizer import tokenizer_model
from yiku_models.e5_build.weights import Vocabulary

# Pieces are in order of frequency; ASCII ones past this are rare words of other languages.
_COMMON = 45_000
_CHINESE = re.compile(r"▁?[\u3400-\u4dbf\u4e00-\u9fff]+")
_ASCII = re.compile(r"▁?[\x21-\x7e]*")


@dataclass(frozen=True)
class CutVocabulary:
    """`kept` are the ids in the full vocabulary, ascending; `model` is a serialised sentencepiece model."""

    kept: tuple[int, ...]
    model: bytes


def cut(full: Vocabulary, texts: Iterable[str]) -> CutVocabulary:
    """Keep Chinese pieces, common ASCII ones, single symbols, and whatever `texts` need."""
    kept = sorted({*_everyday(full), *_seen(full, texts)})
    place = {old: new for new, old in enumerate(kept)}
    smaller = replace(
        full,
        pieces=tuple(full.pieces[i] for i in kept),
        scores=tuple(full.scores[i] for i in kept),
        bos=place[full.bos],
        eos=place[full.eos],
        pad=place[full.pad],
        unk=place[full.unk],
    )
    return CutVocabulary(tuple(kept), tokenizer_model(smaller))


def _everyday(full: Vocabulary) -> Iterable[int]:
    yield from (full.bos, full.eos, full.pad, full.unk)
    for index, raw in enumerate(full.pieces):
        piece = raw.decode("utf-8")
        bare = piece.removeprefix("▁")
        common = index < _COMMON and _ASCII.fullmatch(piece) is not None
        symbol = len(bare) == 1 and unicodedata.category(bare)[0] in "SPN"
        if common or symbol or _CHINESE.fullmatch(piece):
            yield index


def _seen(full: Vocabulary, texts: Iterable[str]) -> set[int]:
    tokenizer = sentencepiece.SentencePieceProcessor(model_proto=tokenizer_model(full))
    return {token for ids in tokenizer.encode(list(texts)) for token in ids}
