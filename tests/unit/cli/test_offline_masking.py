"""Nothing raw in a request, and the same tokens as the extractor would put."""

import pytest
from yiku.extractor.v1 import extractor_pb2 as pb
from yiku_cli.offline.masking import mask_request
from yiku_text.pii_tokens import token_key

TOKENISE = token_key(b"k" * 32, "acme").token
MOBILE, PLATE, EMAIL = "13800138000", "粤B12345", "someone@example.com"


def request() -> pb.IngestRequest:
    told = pb.IngestRequest(user_id="u_1", idempotency_key="k")
    dialogue = told.items.add().dialogue
    dialogue.session_id = f"s-{MOBILE}"
    dialogue.turns.add(role="user", text=f"电话{MOBILE}，车牌{PLATE}")
    order = told.items.add().order
    order.order_id, order.pickup, order.driver = "00260704113", "望京花家地西里3号楼2单元501", f"李师傅{MOBILE}"
    review = told.items.add().review
    review.order_id, review.text = "00260704113", f"发票发{EMAIL}"
    behaviour = told.items.add().behaviour
    behaviour.action = f"call {MOBILE}"
    behaviour.properties.update({"order_id": MOBILE, "contact": {MOBILE: [EMAIL]}, "count": 3, "phone": int(MOBILE)})
    return told


def test_every_field_is_masked_and_what_was_found_is_to_be_sealed() -> None:
    told = request()
    found = mask_request(told, TOKENISE)
    raw = told.SerializeToString().decode("utf-8", "replace").replace(f"order_id\x12\r\x1a\x0b{MOBILE}", "")
    for value in (PLATE, EMAIL, "501"):
        assert value not in raw
    assert MOBILE not in str(told.items[0]) + str(told.items[1]) + str(told.items[2]) + told.items[3].behaviour.action
    assert {(s.type, s.original) for s in found} >= {("mobile", MOBILE), ("plate", PLATE), ("email", EMAIL)}
    assert all(s.token.startswith("<") for s in found)


def test_order_numbers_stay() -> None:
    told = request()
    mask_request(told, TOKENISE)
    assert told.items[1].order.order_id == told.items[2].review.order_id == "00260704113"
    assert told.items[3].behaviour.properties["order_id"] == MOBILE


def test_masking_again_changes_nothing() -> None:
    told = request()
    mask_request(told, TOKENISE)
    again = pb.IngestRequest()
    again.CopyFrom(told)
    assert mask_request(again, TOKENISE) == []
    assert again == told


@pytest.mark.parametrize("kind", ["dialogue", "order", "review", "behaviour"])
def test_empty_sources_stay_empty(kind: str) -> None:
    told = pb.IngestRequest()
    getattr(told.items.add(), kind).SetInParent()
    before = told.SerializeToString()
    assert mask_request(told, TOKENISE) == []
    assert told.SerializeToString() == before
