"""Writes the vocabulary as a sentencepiece model, a quarter of the memory of the JSON tokenizers."""

import tempfile
from pathlib import Path

import sentencepiece
from sentencepiece.sentencepiece_model_pb2 import ModelProto  # type: ignore[attr-defined]

from yiku_models.e5_build.weights import Vocabulary

_CONTROL = (b"<s>", b"<pad>", b"</s>", b"<mask>")
_NORMAL, _UNKNOWN, _CONTROL_TYPE, _UNIGRAM = 1, 2, 3, 1


def tokenizer_model(vocabulary: Vocabulary) -> bytes:
    """A serialised sentencepiece model that gives the ids of `vocabulary`."""
    model = ModelProto()
    for index, (piece, score) in enumerate(zip(vocabulary.pieces, vocabulary.scores, strict=True)):
        kind = _UNKNOWN if index == vocabulary.unk else _type_of(piece)
        model.pieces.add(piece=piece.decode("utf-8"), score=score, type=kind)
    _describe_trainer(model, vocabulary)
    _describe_normalizer(model, vocabulary)
    data: bytes = model.SerializeToString()
    return data


def _type_of(piece: bytes) -> int:
    return _CONTROL_TYPE if piece in _CONTROL else _NORMAL


def _describe_trainer(model: ModelProto, vocabulary: Vocabulary) -> None:
    trainer = model.trainer_spec
    trainer.model_type = _UNIGRAM
    trainer.vocab_size = len(vocabulary.pieces)
    trainer.unk_id, trainer.pad_id = vocabulary.unk, vocabulary.pad
    trainer.bos_id, trainer.eos_id = vocabulary.bos, vocabulary.eos
    trainer.unk_piece, trainer.pad_piece = "<unk>", "<pad>"
    trainer.bos_piece, trainer.eos_piece = "<s>", "</s>"


def _describe_normalizer(model: ModelProto, vocabulary: Vocabulary) -> None:
    normalizer = model.normalizer_spec
    normalizer.name = "nmt_nfkc"
    normalizer.precompiled_charsmap = _compiled(vocabulary.norm)
    normalizer.add_dummy_prefix = True
    normalizer.remove_extra_whitespaces = True
    normalizer.escape_whitespaces = True


def _compiled(norm: tuple[tuple[int, tuple[int, ...]], ...]) -> bytes:
    """The norm map as the trie sentencepiece wants; only its trainer compiles one."""
    with tempfile.TemporaryDirectory() as folder:
        rules, words, prefix = (Path(folder) / name for name in ("rules.tsv", "words", "model"))
        rules.write_text("".join(_rule(*entry) for entry in norm if entry[0]), encoding="ascii")
        words.write_text("".join(f"word{i} {i * 7}\n" for i in range(200)), encoding="ascii")
        sentencepiece.SentencePieceTrainer.train(
            input=str(words),
            model_prefix=str(prefix),
            vocab_size=40,
            hard_vocab_limit=False,
            normalization_rule_tsv=str(rules),
            minloglevel=2,
        )
        trained = ModelProto.FromString(prefix.with_suffix(".model").read_bytes())
    charsmap: bytes = trained.normalizer_spec.precompiled_charsmap
    return charsmap


def _rule(source: int, target: tuple[int, ...]) -> str:
    return f"{source:X}\t{' '.join(f'{point:X}' for point in target)}\n"
