"""Reviews: tone by rating or words, both tones apart, and the driver only where the words ask for or refuse one."""

import pytest
from yiku_domain.memory import Draft, Kind, Source, SourceKind
from yiku_extractor.pipeline.review_tone import Tone, tone_of
from yiku_extractor.pipeline.segments import ReviewSegment

from tests.unit.extractor.saying import AT, extract


def drafts(text: str, *, rating: int = 0, driver: str = "李师傅") -> tuple[Draft, ...]:
    source = Source(SourceKind.REVIEW, "00260704113")
    segment = ReviewSegment(text, AT, source, "00260704113", driver, rating)
    return extract(segment).drafts


@pytest.mark.parametrize(
    ("words", "tone"),
    [
        ("师傅人很好，东西一点没碰坏", Tone.POSITIVE),
        ("比约定的早到了十分钟，搬得又快又稳当", Tone.POSITIVE),
        ("全程没有加价，服务不错", Tone.POSITIVE),
        ("不得不说，这次体验超预期", Tone.POSITIVE),
        ("没迟到，也没乱收费", Tone.POSITIVE),
        ("柜门磕掉一块漆，找谁赔", Tone.NEGATIVE),
        ("让我等了一个多小时", Tone.NEGATIVE),
        ("一点也不专业", Tone.NEGATIVE),
        ("不太满意", Tone.NEGATIVE),
        ("车厢里都是烟味", Tone.NEGATIVE),
        ("价格贵得离谱", Tone.NEGATIVE),
        ("服务态度有待提高", Tone.NEGATIVE),
        ("从望京送到通州", Tone.NEUTRAL),
        ("普普通通", Tone.NEUTRAL),
        ("师傅很热情，不过晚到了半小时", Tone.MIXED),
        ("人很好就是太慢", Tone.MIXED),
        ("东西完好送达，可惜价格有点贵", Tone.MIXED),
        ("The driver was polite and everything arrived intact", Tone.POSITIVE),
        ("Nothing was broken, on time as always", Tone.POSITIVE),
        ("No complaints at all", Tone.POSITIVE),
        ("can't thank them enough", Tone.POSITIVE),
        ("not bad", Tone.POSITIVE),
        ("He was not friendly", Tone.NEGATIVE),
        ("two boxes were damaged and nobody answered", Tone.NEGATIVE),
        ("It was far from professional", Tone.NEGATIVE),
        ("Expected better for this price", Tone.NEGATIVE),
        ("Waited 40 minutes", Tone.NEGATIVE),
        ("Great driver but the van was dirty", Tone.MIXED),
        ("Careful with my frames, although he came late", Tone.MIXED),
        ("Moved from Pudong to Jing'an", Tone.NEUTRAL),
    ],
)
def test_the_words_have_a_tone(words: str, tone: Tone) -> None:
    assert tone_of(words) is tone
    assert tone_of(words, 3) is tone


def test_a_clear_rating_decides() -> None:
    assert tone_of("让我等了一个多小时", 5) is Tone.POSITIVE
    assert tone_of("师傅人很好", 1) is Tone.NEGATIVE
    assert tone_of("", 3) is tone_of("") is Tone.NEUTRAL


def test_praise_and_complaint_in_one_review_are_two_memories() -> None:
    told = drafts("师傅很热情，搬得也快，不过晚到了半小时，还多收了50块停车费")
    assert [(d.kind, d.value["polarity"]) for d in told] == [
        (Kind.SENTIMENT, "positive"),
        (Kind.SENTIMENT, "negative"),
    ]
    assert "热情" in told[0].content and "晚到" not in told[0].content
    assert "晚到" in told[1].content and "停车费" in told[1].content and "热情" not in told[1].content
    assert "about" in told[1].value and "about" not in told[0].value
    for draft in told:
        assert {e.name for e in draft.entities} == {"李师傅", "00260704113"}


@pytest.mark.parametrize(
    ("words", "driver", "opinion"),
    [
        ("下次还找他", "李师傅", "requested"),
        ("很满意，以后都派这位师傅", "李师傅", "requested"),
        ("以后还叫李师傅", "", "requested"),
        ("再也不要他了", "王师傅", "blocked"),
        ("以后别派他来", "王师傅", "blocked"),
        ("please send him again next time", "Chen", "requested"),
        ("Never send this driver again", "Huang", "blocked"),
    ],
)
def test_the_driver_is_asked_for_or_refused_where_the_words_say_so(words: str, driver: str, opinion: str) -> None:
    (found,) = [d for d in drafts(words, driver=driver) if d.attribute == "driver_opinion"]
    assert found.value["opinion"] == opinion
    assert found.value["driver"] == (driver or "李师傅")
    assert found.explicit and found.kind is Kind.RELATION


@pytest.mark.parametrize(
    "words", ["师傅特别细心", "下次还用你们平台", "he was on time", "五星好评", "如果下次还是他就好了吗？"]
)
def test_praise_alone_asks_for_nobody(words: str) -> None:
    assert not [d for d in drafts(words, rating=5) if d.attribute]


def test_a_rating_alone_is_a_sentiment() -> None:
    (only,) = drafts("", rating=2)
    assert only.value == {"polarity": "negative", "rating": 2, "driver": "李师傅", "order_id": "00260704113"}


def test_an_opinion_points_at_its_words() -> None:
    (found,) = [d for d in drafts("很细心，下次还找他", rating=5) if d.attribute]
    assert found.content == "下次还找李师傅"
