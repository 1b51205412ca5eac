"""A tiny model made on the spot, through the real sentence-transformers (extra `models`)."""

from pathlib import Path

import numpy as np
import pytest
from yiku_models import ModelUnavailable, Prefixes, build_embedder

pytest.importorskip("sentence_transformers")

VOCABULARY = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", "query", "passage", ":", "司", "机", "好"]


@pytest.fixture(scope="module")
def tiny_model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A BERT of two layers with random weights, saved as sentence-transformers reads it."""
    from transformers import BertConfig, BertModel, BertTokenizer

    folder = tmp_path_factory.mktemp("tiny")
    (folder / "vocab.txt").write_text("\n".join(VOCABULARY), encoding="utf-8")
    BertTokenizer(str(folder / "vocab.txt")).save_pretrained(folder)
    config = BertConfig(
        vocab_size=len(VOCABULARY),
        hidden_size=16,
        num_hidden_layers=2,
        num_attention_heads=2,
        intermediate_size=32,
        max_position_embeddings=64,
    )
    BertModel(config).save_pretrained(folder)
    return folder


def test_it_keeps_the_promises_of_an_embedder(tiny_model: Path) -> None:
    embedder = build_embedder(f"st:{tiny_model}", cache_dir=tiny_model)
    rows = embedder.embed_passages(["司机好", "", "\ud800\0", "好" * 100_000])
    assert rows.shape == (4, embedder.dim) == (4, 16)
    assert rows.dtype == np.float32
    assert np.allclose(np.linalg.norm(rows, axis=1), 1, atol=1e-5)
    assert embedder.embed_passages([]).shape == (0, 16)
    assert np.allclose(embedder.embed_query("司机好"), rows[0], atol=1e-5)


def test_prefixes_reach_the_model(tiny_model: Path) -> None:
    prefixes = Prefixes("query: ", "passage: ")
    embedder = build_embedder(f"st:{tiny_model}", cache_dir=tiny_model, prefixes=prefixes)
    assert not np.allclose(embedder.embed_query("好"), embedder.embed_passages(["好"])[0])


def test_a_model_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(ModelUnavailable, match="nowhere"):
        build_embedder(f"st:{tmp_path}/nowhere", cache_dir=tmp_path)
