"""A causal language model with random weights and a tokenizer of its own, made in a second."""

import json
from pathlib import Path

import torch
from tokenizers import Tokenizer, decoders, models, pre_tokenizers, trainers
from transformers import LlamaConfig, LlamaForCausalLM, PreTrainedTokenizerFast
from yiku_extractor.pipeline.llm.prompt import instructions

_START, _END = "<|im_start|>", "<|im_end|>"
_TEMPLATE = (
    "{% for message in messages %}<|im_start|>{{ message['role'] }}\n{{ message['content'] }}<|im_end|>\n{% endfor %}"
    "{% if add_generation_prompt %}<|im_start|>assistant\n{% endif %}"
)
_PIECES = 1500
_LONGEST = 4096


def make_tiny_model(folder: Path, texts: list[str]) -> Path:
    """Two layers of 32 units, always the same ones; `texts` are what its tokenizer should know."""
    torch.manual_seed(7)
    tokenizer = _tokenizer([instructions(chinese=True), instructions(chinese=False), *texts])
    tokenizer.save_pretrained(folder)
    config = LlamaConfig(
        vocab_size=len(tokenizer),
        hidden_size=32,
        intermediate_size=64,
        num_hidden_layers=2,
        num_attention_heads=2,
        num_key_value_heads=2,
        max_position_embeddings=_LONGEST,
        initializer_range=0.2,
        bos_token_id=None,
        eos_token_id=tokenizer.eos_token_id,
        pad_token_id=tokenizer.pad_token_id,
    )
    LlamaForCausalLM(config).save_pretrained(folder)
    return folder


def corpus_lines(files: list[Path], every: int) -> list[dict[str, object]]:
    """Each `every`th line."""
    return [json.loads(line) for file in files for line in file.read_text("utf-8").splitlines()][::every]


def _tokenizer(texts: list[str]) -> PreTrainedTokenizerFast:
    core = Tokenizer(models.BPE())
    core.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    core.decoder = decoders.ByteLevel()
    special = [_END, _START, "<pad>"]
    alphabet = pre_tokenizers.ByteLevel.alphabet()
    core.train_from_iterator(
        texts,
        trainers.BpeTrainer(vocab_size=_PIECES, special_tokens=special, initial_alphabet=alphabet, show_progress=False),
    )
    tokenizer = PreTrainedTokenizerFast(
        tokenizer_object=core, eos_token=_END, pad_token="<pad>", additional_special_tokens=[_START]
    )
    tokenizer.chat_template = _TEMPLATE
    return tokenizer
