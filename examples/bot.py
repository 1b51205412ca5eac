"""A customer-service bot with a memory: it recalls before it answers and ingests after.

python examples/bot.py --user u_1001
python examples/bot.py --user u_1001 --script examples/conversations/01_lin_xiaoyu.jsonl
python examples/bot.py --user u_1001 --base-url http://127.0.0.1:8000/v1 --model qwen3
"""

import argparse
import json
import sys
from collections.abc import Callable, Iterator
from datetime import datetime
from pathlib import Path
from typing import Any
from uuid import uuid4

from yiku import Client, Turn

Answer = Callable[[str, str], str]


def user_lines(script: Path | None) -> Iterator[tuple[str, datetime]]:
    """What the customer says and when: typed now, a text file, or a sample conversation."""
    if script is None or script.suffix != ".jsonl":
        source = sys.stdin if script is None else script.read_text(encoding="utf-8").splitlines()
        yield from ((line.strip(), datetime.now().astimezone()) for line in source if line.strip())
        return
    for event in map(json.loads, script.read_text(encoding="utf-8").splitlines()):
        at = datetime.fromisoformat(event["at"])
        yield from ((t["text"], at) for t in event.get("turns", ()) if t["role"] == "user")


def plain_answer(recalled: Any, text: str) -> str:
    """A reply without a language model: ask what is unclear, else say what is remembered."""
    if recalled.clarifications:
        return str(recalled.clarifications[0].question)
    known = "; ".join(memory.content for memory in recalled.memories[:3])
    if text.isascii():
        return f"Sure. I remember: {known}" if known else "Sure, noted."
    return f"好的，我记得：{known}" if known else "好的，已收到。"


def openai_answer(args: argparse.Namespace) -> Answer:
    """Answers of an OpenAI-compatible endpoint, with the prompt block in the system message."""
    try:
        from openai import OpenAI
    except ImportError:
        sys.exit("--base-url needs the openai package: pip install openai")
    llm = OpenAI(base_url=args.base_url, api_key=args.api_key, timeout=20, max_retries=0)

    def answer(prompt_block: str, text: str) -> str:
        system = f"You are a freight platform's customer service.\n{prompt_block}"
        messages: Any = [{"role": "system", "content": system}, {"role": "user", "content": text}]
        reply = llm.chat.completions.create(model=args.model, messages=messages)
        return reply.choices[0].message.content or ""

    return answer


def converse(client: Client, args: argparse.Namespace, llm: Answer | None) -> None:
    """One session: recall, answer, keep the turns for the session, remember what was worth it."""
    session_id = f"bot-{uuid4().hex[:12]}"
    for number, (text, at) in enumerate(user_lines(args.script)):
        recent = client.get_context(args.user, session_id).turns
        recalled = client.recall(args.user, text, scene=args.scene, turns=recent, top_k=5)
        reply = llm(recalled.prompt_block, text) if llm else plain_answer(recalled, text)
        print(f"\nuser> {text}\n--- prompt block (trace {recalled.trace_id}) ---")
        print(f"{recalled.prompt_block or '(nothing known yet)'}\n---\nbot> {reply}", flush=True)
        turns = [Turn("user", text, at), Turn("assistant", reply, at)]
        client.append_turns(args.user, session_id, turns)
        key = f"{session_id}-{number}"
        ingested = client.ingest_dialogue(args.user, turns=turns, session_id=session_id, idempotency_key=key)
        for item in (item for item in ingested.items if item.memory_id):
            print(f"  [{item.outcome}] {item.content}", flush=True)


def main() -> None:
    """Reads the command line; the target and token come from YIKU_TARGET, YIKU_TOKEN or .yiku/."""
    parser = argparse.ArgumentParser(description="A customer-service bot with a memory")
    parser.add_argument("--user", default="u_1001", help="user id (default u_1001)")
    parser.add_argument("--scene", default="customer_service", help="recall scene")
    parser.add_argument("--script", type=Path, help="text file, or a sample .jsonl conversation")
    parser.add_argument("--base-url", help="OpenAI-compatible endpoint; without it no LLM is used")
    parser.add_argument("--api-key", default="none", help="key of that endpoint")
    parser.add_argument("--model", default="gpt-4o-mini", help="model of that endpoint")
    args = parser.parse_args()
    converse(Client.from_env(), args, openai_answer(args) if args.base_url else None)


if __name__ == "__main__":
    main()
