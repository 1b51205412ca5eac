"""The student in torch: the first layers of e5-small, and heads over each clause."""

import math
from dataclasses import dataclass

import torch
from torch import Tensor, nn
from torch.nn import functional
from yiku_models.e5_build.weights import E5Weights

_DROPOUT = 0.1


@dataclass(frozen=True)
class Sizes:
    """How many outputs each head has."""

    kinds: int
    attributes: int
    reasons: int


@dataclass(frozen=True)
class Logits:
    """One row a clause."""

    keep: Tensor
    kinds: Tensor
    attributes: Tensor
    reasons: Tensor


class Layer(nn.Module):
    """One BERT layer, normalised after each residual."""

    def __init__(self, hidden: int, inner: int, heads: int, epsilon: float) -> None:
        super().__init__()
        self.heads = heads
        self.q, self.k, self.v = (nn.Linear(hidden, hidden) for _ in range(3))
        self.ao = nn.Linear(hidden, hidden)
        self.fi, self.fo = nn.Linear(hidden, inner), nn.Linear(inner, hidden)
        self.aln, self.oln = nn.LayerNorm(hidden, epsilon), nn.LayerNorm(hidden, epsilon)

    def forward(self, hidden: Tensor, mask: Tensor) -> Tensor:
        """(batch, tokens, hidden); `mask` is (batch, 1, 1, tokens), true where there is a token."""
        batch, tokens, width = hidden.shape
        query, key, value = (
            part(hidden).view(batch, tokens, self.heads, -1).transpose(1, 2) for part in (self.q, self.k, self.v)
        )
        context = functional.scaled_dot_product_attention(query, key, value, attn_mask=mask)
        context = context.transpose(1, 2).reshape(batch, tokens, width)
        hidden = self.aln(hidden + self.ao(context))
        return self.oln(hidden + self.fo(functional.gelu(self.fi(hidden))))


class Encoder(nn.Module):
    """Word vectors stay as they are, in their 4 bits."""

    def __init__(self, weights: E5Weights, kept: tuple[int, ...], layers: int) -> None:
        super().__init__()
        shape = weights.shape
        words = weights.matrix("emb.word", shape.hidden)[list(kept)]
        self.words = nn.Embedding.from_pretrained(torch.from_numpy(words), freeze=True)
        types = weights.floats("emb.type")[: shape.hidden]
        positions = weights.floats("emb.pos").reshape(-1, shape.hidden)[:256] + types
        self.positions = nn.Parameter(torch.from_numpy(positions))
        self.norm = nn.LayerNorm(shape.hidden, shape.epsilon)
        self.layers = nn.ModuleList(Layer(shape.hidden, shape.inner, shape.heads, shape.epsilon) for _ in range(layers))
        self.dropout = nn.Dropout(_DROPOUT)
        self._load(weights)

    def forward(self, ids: Tensor, mask: Tensor) -> Tensor:
        """(batch, tokens) to (batch, tokens, hidden)."""
        hidden = self.dropout(self.norm(self.words(ids) + self.positions[: ids.shape[1]]))
        for layer in self.layers:
            hidden = layer(hidden, mask[:, None, None, :])
        return hidden

    def _load(self, weights: E5Weights) -> None:
        state = {"norm.weight": weights.floats("emb.ln.w"), "norm.bias": weights.floats("emb.ln.b")}
        hidden, inner = weights.shape.hidden, weights.shape.inner
        for index in range(len(self.layers)):
            for part in ("q", "k", "v", "ao", "fi", "fo"):
                name = f"l{index}.{part}"
                state[f"layers.{index}.{part}.weight"] = weights.matrix(f"{name}.w", inner if part == "fo" else hidden)
                state[f"layers.{index}.{part}.bias"] = weights.floats(f"{name}.b")
            for part in ("aln", "oln"):
                state[f"layers.{index}.{part}.weight"] = weights.floats(f"l{index}.{part}.w")
                state[f"layers.{index}.{part}.bias"] = weights.floats(f"l{index}.{part}.b")
        missing = self.load_state_dict({k: torch.from_numpy(v) for k, v in state.items()}, strict=False)
        if missing.unexpected_keys:
            raise ValueError(f"not part of the encoder: {missing.unexpected_keys}")


class StudentNet(nn.Module):
    """Encoder, then for each clause: its mean beside the first token's state, one hidden layer, four heads."""

    def __init__(self, encoder: Encoder, sizes: Sizes) -> None:
        super().__init__()
        self.encoder = encoder
        width = encoder.positions.shape[1]
        self.inner = nn.Linear(2 * width, width)
        self.outer = nn.Linear(width, 1 + sizes.kinds + sizes.attributes + sizes.reasons)
        self.sizes = sizes
        self.dropout = nn.Dropout(0.2)
        nn.init.trunc_normal_(self.outer.weight, std=0.02)

    def forward(self, ids: Tensor, mask: Tensor, spans: Tensor) -> Logits:
        """`spans` is (clauses, 3): the place in the batch, then [first, last) tokens."""
        hidden = self.encoder(ids, mask).float()
        rows = hidden[spans[:, 0]]
        places = torch.arange(ids.shape[1])[None, :]
        inside = ((places >= spans[:, 1:2]) & (places < spans[:, 2:3])).float()[:, :, None]
        mean = (rows * inside).sum(1) / inside.sum(1)
        features = self.dropout(torch.cat([mean, rows[:, 0]], dim=1))
        out = self.outer(self.dropout(torch.tanh(self.inner(features))))
        sizes = self.sizes
        keep, kinds, attributes, reasons = out.split([1, sizes.kinds, sizes.attributes, sizes.reasons], dim=1)
        return Logits(keep[:, 0], kinds, attributes, reasons)


def warmup_then_decay(step: int, total: int, warmup: int) -> float:
    """The factor of the learning rate: up in a line, then down along a cosine."""
    if step < warmup:
        return (step + 1) / warmup
    return 0.02 + 0.98 * 0.5 * (1 + math.cos(math.pi * (step - warmup) / max(1, total - warmup)))
