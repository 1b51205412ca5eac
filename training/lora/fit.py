"""LoRA with transformers and peft: a small adapter beside frozen weights."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import torch
from peft import LoraConfig, PeftModel, TaskType, get_peft_model
from transformers import (
    AutoModelForCausalLM,
    AutoTokenizer,
    DataCollatorForSeq2Seq,
    PreTrainedTokenizerBase,
    Trainer,
    TrainingArguments,
)

from training.lora.tokens import IGNORED, Tokens


@dataclass(frozen=True)
class Recipe:
    """How the adapter is trained. `longest` bounds a chat, in tokens; `batch` is the effective one."""

    rank: int = 16
    alpha: int = 32
    dropout: float = 0.05
    epochs: float = 2.0
    rate: float = 1e-4
    batch: int = 16
    at_once: int = 1
    longest: int = 3072
    seed: int = 1


class Adapter:
    """A base model with a fresh adapter on all of its linear layers."""

    def __init__(self, base: str, recipe: Recipe, work: Path) -> None:
        torch.manual_seed(recipe.seed)
        self.tokenizer: PreTrainedTokenizerBase = AutoTokenizer.from_pretrained(base)
        if self.tokenizer.pad_token is None:
            self.tokenizer.pad_token = self.tokenizer.eos_token
        model = AutoModelForCausalLM.from_pretrained(base, dtype="auto")
        # Checkpointed layers pass gradients on only where their input has some, and frozen embeddings give none.
        model.enable_input_require_grads()
        self.model: PeftModel = get_peft_model(model, _lora(recipe))
        self._recipe = recipe
        self._work = work

    def fit(self, chats: Sequence[Tokens], unseen: Sequence[Tokens]) -> tuple[float, float]:
        """Train; the mean loss of an answer's token on `unseen` before and after."""
        trainer = Trainer(
            model=self.model,
            args=_arguments(self._recipe, self._work),
            train_dataset=[tokens.features() for tokens in chats],
            eval_dataset=[tokens.features() for tokens in unseen],
            data_collator=DataCollatorForSeq2Seq(self.tokenizer, padding=True, label_pad_token_id=IGNORED),
        )
        before = float(trainer.evaluate()["eval_loss"])
        trainer.train()
        return before, float(trainer.evaluate()["eval_loss"])

    def save(self, directory: Path) -> None:
        """The adapter without the base model."""
        self.model.save_pretrained(directory)
        # What peft writes there is a form with nothing filled in.
        (directory / "README.md").unlink(missing_ok=True)

    @property
    def trained_share(self) -> tuple[int, int]:
        """(parameters of the adapter, of base and adapter together)."""
        trained, whole = self.model.get_nb_trainable_parameters()
        return int(trained), int(whole)


def _lora(recipe: Recipe) -> LoraConfig:
    return LoraConfig(
        task_type=TaskType.CAUSAL_LM,
        r=recipe.rank,
        lora_alpha=recipe.alpha,
        lora_dropout=recipe.dropout,
        target_modules="all-linear",
    )


def _arguments(recipe: Recipe, work: Path) -> TrainingArguments:
    return TrainingArguments(
        output_dir=str(work),
        num_train_epochs=recipe.epochs,
        learning_rate=recipe.rate,
        lr_scheduler_type="cosine",
        warmup_steps=0.05,
        per_device_train_batch_size=recipe.at_once,
        per_device_eval_batch_size=recipe.at_once,
        gradient_accumulation_steps=max(1, recipe.batch // recipe.at_once),
        gradient_checkpointing=True,
        bf16=torch.cuda.is_available() and torch.cuda.is_bf16_supported(),
        logging_steps=10,
        save_strategy="no",
        dataloader_pin_memory=torch.cuda.is_available(),
        report_to=[],
        remove_unused_columns=False,
        seed=recipe.seed,
    )
