"""What orders and behaviour events show of habits."""

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest
from yiku_domain.habits import Deed
from yiku_domain.memory import JsonValue, Source, SourceKind
from yiku_domain.vocabulary import BY_NAME, Predicate
from yiku_extractor.pipeline import records
from yiku_extractor.pipeline.choosing import chooses
from yiku_extractor.pipeline.extraction import Extraction, Reason
from yiku_extractor.pipeline.habit_words import GOODS_NAMES, add_on, part_of
from yiku_extractor.pipeline.segments import BehaviourSegment, Context, OrderSegment
from yiku_text.goods import GoodsClass

from tests.unit.extractor.saying import TOKENISE, extract

AT = datetime(2026, 7, 2, 0, 30, tzinfo=UTC).astimezone(ZoneInfo("Asia/Shanghai"))


def behaviour(action: str, **properties: JsonValue) -> Extraction:
    segment = BehaviourSegment(action, AT, Source(SourceKind.BEHAVIOUR), properties)
    return extract(segment)


def shown(extraction: Extraction) -> dict[str, str]:
    """Slot to sentence."""
    return {d.attribute: d.draft.content for d in extraction.deeds}


def order(**fields: str) -> records.Rendered:
    segment = OrderSegment("00260704113", AT, Source(SourceKind.ORDER, "00260704113"), **fields)  # type: ignore[arg-type]
    return records.order(segment, Context(TOKENISE))


def test_an_order_shows_vehicle_ends_and_goods() -> None:
    deeds = order(
        vehicle_type="4.2米厢式货车",
        pickup="北京市朝阳区望京花家地西里3号楼501",
        dropoff="通州梨园",
        goods="书柜、冰箱",
        driver="李师傅",
    ).deeds
    found = {(d.attribute, d.draft.content) for d in deeds}
    assert ("preferred_vehicle_type", "常用厢式货车") in found
    assert ("usual_delivery_address", "常送到通州梨园") in found
    assert {c for a, c in found if a == "usual_goods"} == {"常运书柜", "常运冰箱", "常运家具", "常运家电"}
    pickup = next(d for d in deeds if d.attribute == "usual_pickup_address")
    assert "501" not in repr(pickup) and "<door:" in pickup.draft.content
    assert {r.predicate for r in pickup.draft.relations} == {Predicate.SHIPS_FROM}
    assert all((d.ref, d.at, d.source) == ("00260704113", AT, SourceKind.ORDER) for d in deeds)
    assert "driver_opinion" not in {d.attribute for d in deeds}


def test_an_english_order_is_put_in_english() -> None:
    deeds = order(vehicle_type="box truck", pickup="Fuyong", goods="ceramics").deeds
    assert [d.draft.content for d in deeds[:2]] == [
        "Usually books a box truck",
        "Usually has goods picked up at Fuyong",
    ]


def test_a_truck_without_a_length_chooses_none() -> None:
    assert order(vehicle_type="货车").deeds == ()
    assert order(vehicle_type="6.8米货车").deeds[0].draft.content == "常用6.8米货车"


@pytest.mark.parametrize(
    ("action", "properties", "attribute", "content"),
    [
        ("chose_vehicle", {"vehicle_type": "小面"}, "preferred_vehicle_type", "常用小面"),
        ("selectVehicle", {"vehicleType": "flatbed truck"}, "preferred_vehicle_type", "Usually books a flatbed truck"),
        ("选择车型", {"车型": "依维柯"}, "preferred_vehicle_type", "常用依维柯"),
        ("选择冷藏车", {}, "preferred_vehicle_type", "常用冷藏车"),
        ("set_pickup", {"pickup": "望京SOHO"}, "usual_pickup_address", "常在望京SOHO取货"),
        ("rebook_driver", {"driver": "王司机"}, "driver_opinion", "常约王师傅"),
        ("book_again", {"driver": "driver chen"}, "driver_opinion", "Keeps booking driver Chen"),
        ("再次预约", {"司机": "李师傅"}, "driver_opinion", "常约李师傅"),
        ("added_service", {"service": "搬运服务"}, "loading_help", "常选搬运服务"),
        ("勾选增值服务", {"服务": ["保价", "夜间配送"]}, "night_delivery", "常选夜间配送"),
        ("add_on.selected", {"add_on": "gift wrapping bow"}, "service_wish", "Usually adds packing"),
        ("checkout", {"insurance": True}, "insurance", "Usually adds insurance"),
        ("added_insurance", {}, "insurance", "Usually adds insurance"),
        ("下单", {"时段": "下午"}, "preferred_time", "常在下午用车"),
        ("scheduled", {"scheduled_at": "2026-07-03T19:30:00+08:00"}, "preferred_time", "Usually books for the evening"),
        ("scheduled", {"scheduled_at": "2026-07-03T01:30:00Z"}, "preferred_time", "Usually books for the morning"),
        ("booked", {}, "preferred_time", "Usually books for the morning"),
    ],
)
def test_behaviour_shows_a_choice(action: str, properties: dict[str, JsonValue], attribute: str, content: str) -> None:
    extraction = behaviour(action, **properties)
    assert shown(extraction)[attribute] == content
    assert extraction.dropped[0].reason is Reason.NEEDS_MORE_EVIDENCE
    assert extraction.drafts == ()


@pytest.mark.parametrize(
    ("action", "properties"),
    [
        ("cancelled_order", {"vehicle_type": "小面"}),
        ("unselect_vehicle", {"vehicle_type": "小面"}),
        ("取消搬运服务", {"服务": "搬运服务"}),
        ("viewed_vehicle", {"vehicle_type": "小面"}),
        ("浏览车型", {"车型": "小面"}),
        ("block_driver", {"driver": "李师傅"}),
        ("login", {"vehicle_type": "小面"}),
        ("chose_theme", {"theme": "dark"}),
    ],
)
def test_what_is_undone_looked_at_or_unknown_shows_none(action: str, properties: dict[str, JsonValue]) -> None:
    extraction = behaviour(action, **properties)
    assert extraction.deeds == ()
    assert extraction.dropped[0].reason is Reason.NO_CHOICE


def test_the_driver_of_a_plain_order_was_the_platforms_choice() -> None:
    assert "driver_opinion" not in shown(behaviour("placed_order", driver="李师傅", vehicle_type="小面"))


def ref(deeds: tuple[Deed, ...]) -> str:
    return deeds[0].ref


def test_a_deed_goes_by_its_order_its_event_or_what_it_says() -> None:
    vehicle: JsonValue = "小面"
    assert (
        ref(behaviour("chose_vehicle", vehicle_type=vehicle, order_id="00260704113", event_id="e1").deeds)
        == "00260704113"
    )
    assert ref(behaviour("chose_vehicle", vehicle_type=vehicle, event_id=7).deeds) == "7"
    same = [behaviour("chose_vehicle", vehicle_type=vehicle, page=page).deeds for page in ("a", "a", "b")]
    assert ref(same[0]) == ref(same[1]) != ref(same[2])


def test_an_order_number_that_looks_like_a_phone_is_the_same_in_both() -> None:
    segment = OrderSegment("13800138000", AT, Source(SourceKind.ORDER), vehicle_type="小面")
    told = behaviour("chose_vehicle", vehicle_type="小面", order_id="13800138000").deeds
    assert ref(records.order(segment, Context(TOKENISE)).deeds) == ref(told) == "13800138000"


def test_nothing_raw_is_kept_of_an_event() -> None:
    extraction = behaviour(
        "set_pickup", pickup="望京花家地西里3号楼2单元501", contact="13800138000", 备注="车牌粤B12345"
    )
    assert not any(raw in repr((extraction.text, extraction.deeds)) for raw in ("13800138000", "501", "粤B12345"))
    assert {f.type.value for f in extraction.found} == {"door", "mobile", "plate"}


def test_actions_are_read_as_words() -> None:
    assert all(map(chooses, ["reorder", "orderPlaced", "vehicle.selected", "addService", "加购保价", "book-again"]))
    assert not any(map(chooses, ["orderCancelled", "removeService", "search_orders", "", "app_open", "退款"]))


def test_every_class_of_goods_and_hour_has_a_name() -> None:
    assert set(GOODS_NAMES) == set(GoodsClass)
    assert [part_of(h) for h in (0, 8, 12, 15, 20, 23)] == [
        "small_hours",
        "morning",
        "noon",
        "afternoon",
        "evening",
        "night",
    ]


def test_add_ons_go_to_known_slots() -> None:
    for words in ("上楼", "搬运", "保价", "开发票", "尾板", "打包", "提前联系", "夜间配送", "随车装卸"):
        found = add_on(words)
        assert found is not None and found.attribute in BY_NAME
