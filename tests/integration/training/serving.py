"""The tiny model behind OpenAI's API, held to the schema: of the answers that fit a turn it takes its likeliest."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Lock, Thread

import torch
from transformers import AutoModelForCausalLM, AutoTokenizer
from yiku_extractor.pipeline.llm.claim import KINDS


class TinyAnswers:
    """Which of the possible answers the weights make likeliest; one thread at a time."""

    def __init__(self, folder: Path) -> None:
        self._tokenizer = AutoTokenizer.from_pretrained(folder)
        self._model = AutoModelForCausalLM.from_pretrained(folder).eval()
        self._lock = Lock()

    def complete(self, messages: list[dict[str, str]]) -> str:
        """Nothing, or the turn as a memory of one of the kinds."""
        possible = [_memories(), *(_memories((json.loads(messages[-1]["content"])["turn"], kind)) for kind in KINDS)]
        prompt = self._tokenizer.apply_chat_template(messages, tokenize=False, add_generation_prompt=True)
        given = self._tokenizer(prompt, add_special_tokens=False)["input_ids"]
        with self._lock, torch.no_grad():
            return max(possible, key=lambda answer: self._likelihood(given, answer))

    def _likelihood(self, given: list[int], answer: str) -> float:
        """The mean log probability of its tokens."""
        ids = self._tokenizer(answer, add_special_tokens=False)["input_ids"]
        logits = self._model(input_ids=torch.tensor([given + ids])).logits[0, len(given) - 1 : -1]
        return float(logits.log_softmax(-1)[range(len(ids)), ids].mean())


@contextmanager
def serving(answers: TinyAnswers) -> Iterator[str]:
    """The base URL, for as long as the block lasts."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            request = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            message = {"role": "assistant", "content": answers.complete(request["messages"])}
            choice = {"index": 0, "finish_reason": "stop", "message": message}
            body = json.dumps({"model": request["model"], "choices": [choice]}).encode()
            self.send_response(200)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            """Nothing of prompts is logged."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/v1"
    finally:
        server.shutdown()
        server.server_close()


def _memories(*claims: tuple[str, str]) -> str:
    fields = {"stance": "stated", "attribute": "none", "detail": "", "content": "", "confidence": 0.8}
    return json.dumps({"memories": [{"quote": q, "kind": k, **fields} for q, k in claims]}, ensure_ascii=False)
