"""`python -m training.student`: train the student, measure it on what it has not seen, write its weights."""

import argparse
import random
import sys
import time
from collections.abc import Sequence
from dataclasses import replace
from hashlib import sha256
from pathlib import Path

import numpy as np
import sentencepiece
import torch
from yiku_models.e5_build.weights import E5Weights, find_weights
from yiku_models.student.layout import CARD, PACKAGED, StudentMeta
from yiku_models.student.onnx_student import OnnxStudent
from yiku_models.student.reading import Reader

from training.student import corpus, labels, measure
from training.student.card import Made, Measured, card
from training.student.corpus import Segment, labelled
from training.student.export import export
from training.student.fit import Recipe, Trainer, Vocabularies
from training.student.measure import Answer
from training.student.model import Encoder, Sizes, StudentNet
from training.student.vocabulary import cut

NAME = "yiku-student-v1"
CORPUS = Path(__file__).parents[1] / "corpus"
RECIPE = Recipe()


class Training:
    """All that the folds share. Trained students stay in `work`, so that a second run goes on from them."""

    def __init__(self, segments: list[Segment], recipe: Recipe, work: Path, also: Sequence[Segment] = ()) -> None:
        """`also` is what a teacher labelled: every student learns from it and none is measured on it."""
        self.segments = segments
        self.also = also
        self._work = work
        self.recipe = recipe
        self.source = E5Weights.open(find_weights())
        everything = [*segments, *also]
        texts = [text for s in everything for text in (s.text, *(said for _, said in s.before))]
        self.vocabulary = cut(self.source.vocabulary, texts)
        self.reader = Reader(sentencepiece.SentencePieceProcessor(model_proto=self.vocabulary.model))
        self.names = Vocabularies(labels.attributes(everything), labels.reasons(everything))
        self._trainer = Trainer(self.reader, self.names, recipe, _say)

    def student(self, name: str, segments: Sequence[Segment]) -> StudentNet:
        """A student that has seen only `segments`, and what the teacher labelled."""
        _say(name)
        segments = [*segments, *self.also]
        torch.manual_seed(self.recipe.seed)
        sizes = Sizes(len(labels.KINDS), len(self.names.attributes), len(self.names.reasons))
        net = StudentNet(Encoder(self.source, self.vocabulary.kept, self.recipe.layers), sizes)
        digest = sha256(repr((self.recipe, segments, self.vocabulary.kept)).encode()).hexdigest()
        stored = self._work / f"{name}-{digest[:12]}.pt"
        if stored.exists():
            net.load_state_dict(torch.load(stored))
            return net
        self._trainer.fit(net, segments)
        torch.save(net.state_dict(), stored)
        return net

    def answers(self, net: StudentNet, segments: Sequence[Segment]) -> list[Answer]:
        """What `net` says to `segments`."""
        return [Answer(a.keep.numpy(), a.kinds.numpy()) for a in self._trainer.ask(net, segments)]

    def held_out_files(self) -> tuple[list[Segment], list[Answer]]:
        """Every segment, judged by a student that saw only the other files."""
        segments: list[Segment] = []
        answers: list[Answer] = []
        for file in sorted({s.file for s in self.segments}):
            unseen = [s for s in self.segments if s.file == file]
            net = self.student(f"without-{file}", [s for s in self.segments if s.file != file])
            segments += unseen
            answers += self.answers(net, unseen)
        return segments, answers

    def meta(self, segments: list[Segment], answers: list[Answer]) -> StudentMeta:
        """Names, calibration and evidence from held-out answers."""
        keep = measure.keep_calibration(segments, answers)
        kind = measure.kind_calibration(segments, answers)
        known = measure.evidence(segments, answers, keep)
        return StudentMeta(NAME, self.names.attributes, self.names.reasons, keep, kind, known)


def main() -> int:
    """Return 0 once weights and card are written."""
    arguments = _arguments()
    torch.set_num_threads(arguments.threads)
    began = time.monotonic()
    arguments.work.mkdir(parents=True, exist_ok=True)
    segments, also = corpus.read(arguments.corpus or sorted(CORPUS.glob("*.jsonl"))), corpus.read(arguments.also)
    recipe = replace(RECIPE, layers=arguments.layers, epochs=arguments.epochs)
    training = Training(segments, recipe, arguments.work, also)
    segments, answers = training.held_out_files()
    meta = training.meta(segments, answers)

    tenth, rest = stratified_tenth(training.segments)
    net = training.student("without-a-tenth", rest)
    export(net, training.source, training.vocabulary, meta, arguments.work)
    student = OnnxStudent.load(arguments.work)
    exported = _exported(student, training.reader, tenth)
    measured = Measured((segments, answers), (tenth, training.answers(net, tenth)), exported)

    whole = training.student("whole", training.segments)
    export(whole, training.source, training.vocabulary, meta, arguments.out)
    size = sum(file.stat().st_size for file in arguments.out.iterdir()) / 1e6
    minutes, milliseconds = (time.monotonic() - began) / 60, _milliseconds(student, training.reader, tenth)
    made = Made(NAME, training.recipe, len(training.vocabulary.kept), size, minutes, milliseconds, len(also))
    (arguments.out / CARD).write_text(card(made, measured, meta.keep), encoding="utf-8")
    return 0


def stratified_tenth(segments: Sequence[Segment]) -> tuple[list[Segment], list[Segment]]:
    """(a tenth, the rest), the same share of every slice, always the same ones."""
    shuffled = list(segments)
    random.Random(5).shuffle(shuffled)
    shuffled.sort(key=lambda s: (s.slice, s.lang, bool(s.memories)))
    return shuffled[::10], [s for i, s in enumerate(shuffled) if i % 10]


def _exported(student: OnnxStudent, reader: Reader, segments: Sequence[Segment]) -> list[Answer]:
    answers = []
    for segment in segments:
        places = [(c.start, c.end) for c in labelled(segment.text, segment.memories)]
        rows = np.zeros((len(places), 1 + len(labels.KINDS)), dtype=np.float32)
        for reading in reader.read(segment.before, segment.text, places):
            rows[list(reading.clauses)] = student.logits(reading)[:, : 1 + len(labels.KINDS)]
        answers.append(Answer(rows[:, 0], rows[:, 1:]))
    return answers


def _milliseconds(student: OnnxStudent, reader: Reader, segments: Sequence[Segment]) -> float:
    began = time.monotonic()
    _exported(student, reader, segments)
    return (time.monotonic() - began) * 1000 / len(segments)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="training.student", description=__doc__)
    parser.add_argument("--out", type=Path, default=PACKAGED, help="where the weights go")
    parser.add_argument(
        "--work", type=Path, default=Path(".yiku/training"), help="for trained students and what else is in between"
    )
    parser.add_argument("--corpus", type=Path, nargs="+", help="files to learn from and measure on; all by default")
    parser.add_argument("--also", type=Path, nargs="*", default=(), help="files to learn from but not to measure on")
    parser.add_argument("--layers", type=int, default=RECIPE.layers)
    parser.add_argument("--epochs", type=int, default=RECIPE.epochs)
    parser.add_argument("--threads", type=int, default=1, help="other numbers give slightly other weights")
    return parser.parse_args()


def _say(line: str) -> None:
    sys.stderr.write(f"{line}\n")
    sys.stderr.flush()


if __name__ == "__main__":
    sys.exit(main())
