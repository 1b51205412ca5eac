"""Chats as token ids; only the answer is learnt."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from transformers import PreTrainedTokenizerBase

from training.lora.examples import Example

IGNORED = -100


class NoChatTemplate(ValueError):
    """The tokenizer cannot lay out a chat as training needs it."""


@dataclass(frozen=True)
class Tokens:
    """`ids` of a whole chat; the first `prompt` of them are given, the others are to be learnt."""

    ids: tuple[int, ...]
    prompt: int

    def features(self) -> dict[str, list[int]]:
        """As transformers' collators take it."""
        labels = [IGNORED] * self.prompt + list(self.ids[self.prompt :])
        return {"input_ids": list(self.ids), "attention_mask": [1] * len(self.ids), "labels": labels}


class ChatTokens:
    """Lays out chats by the tokenizer's own template."""

    def __init__(self, tokenizer: PreTrainedTokenizerBase) -> None:
        if not tokenizer.chat_template:
            raise NoChatTemplate("the model's tokenizer has no chat template: take an instruction-tuned model")
        self._tokenizer = tokenizer

    def prompt(self, example: Example) -> list[int]:
        """What the model is given before its answer."""
        return self._ids(self._laid_out(_asking(example), answering=True))

    def chat(self, example: Example) -> Tokens:
        """Prompt and answer, with the mark that ends it. NoChatTemplate where the template rewrites what was said."""
        messages = _asking(example)
        given = self._laid_out(messages, answering=True)
        whole = self._laid_out([*messages, {"role": "assistant", "content": example.answer}], answering=False)
        if not whole.startswith(given):
            raise NoChatTemplate("the chat template lays out a prompt otherwise once it is answered")
        prompt, answer = self._ids(given), self._ids(whole[len(given) :])
        return Tokens((*prompt, *answer), len(prompt))

    def chats(self, examples: Iterable[Example], longest: int) -> tuple[list[Tokens], int]:
        """All that have at most `longest` tokens, and how many have more."""
        every = [self.chat(example) for example in examples]
        fitting = [tokens for tokens in every if len(tokens.ids) <= longest]
        return fitting, len(every) - len(fitting)

    def text(self, ids: Sequence[int]) -> str:
        """What the model wrote."""
        return str(self._tokenizer.decode(ids, skip_special_tokens=True))

    def _laid_out(self, messages: list[dict[str, str]], *, answering: bool) -> str:
        return str(self._tokenizer.apply_chat_template(messages, tokenize=False, add_generation_prompt=answering))

    def _ids(self, text: str) -> list[int]:
        ids: list[int] = self._tokenizer(text, add_special_tokens=False)["input_ids"]
        return ids


def _asking(example: Example) -> list[dict[str, str]]:
    return [{"role": "system", "content": example.system}, {"role": "user", "content": example.user}]
