"""A request without personal data: nothing raw may lie in a topic."""

from yiku.extractor.v1 import extractor_pb2 as pb
from yiku_domain.memory import JsonValue
from yiku_stores.postgres.commit import Secret
from yiku_stream.memory_codec import struct_to_value, value_to_struct
from yiku_text.masking import Masked, Tokenise, mask, mask_json
from yiku_text.references import mask_reference, names_order_number

_TEXTS = {
    "order": ("vehicle_type", "pickup", "dropoff", "goods", "driver"),
    "review": ("driver", "text"),
    "behaviour": ("action",),
}


def mask_request(request: pb.IngestRequest, tokenise: Tokenise) -> list[Secret]:
    """Put tokens in place, as the extractor would; what they stand for is to be sealed before it is sent."""
    masking = _Masking(tokenise)
    for item in request.items:
        masking.item(item)
    return masking.secrets


class _Masking:
    def __init__(self, tokenise: Tokenise) -> None:
        self._tokenise = tokenise
        self.secrets: list[Secret] = []

    def item(self, item: pb.SourceItem) -> None:
        kind = item.WhichOneof("source") or ""
        source = getattr(item, kind)
        for name in _TEXTS.get(kind, ()):
            setattr(source, name, self._text(getattr(source, name)))
        if kind == "dialogue":
            self._dialogue(source)
        elif kind == "behaviour":
            if source.HasField("properties"):
                self._properties(source)
        elif source.order_id:
            source.order_id = self._kept(mask_reference(source.order_id, self._tokenise))

    def _dialogue(self, dialogue: pb.Dialogue) -> None:
        dialogue.session_id = self._text(dialogue.session_id)
        for turn in dialogue.turns:
            turn.text = self._text(turn.text)

    def _properties(self, behaviour: pb.Behaviour) -> None:
        clean: dict[str, JsonValue] = {}
        for name, value in struct_to_value(behaviour.properties).items():
            if names_order_number(name) and isinstance(value, str | int):
                clean[self._text(name)] = self._kept(mask_reference(str(value), self._tokenise))
            else:
                masked, found = mask_json(value, self._tokenise, name)
                self.secrets += [Secret(f.token, f.type.value, f.normalised) for f in found]
                clean[self._text(name)] = masked
        behaviour.properties.CopyFrom(value_to_struct(clean))

    def _text(self, raw: str) -> str:
        return self._kept(mask(raw, self._tokenise)) if raw else raw

    def _kept(self, masked: Masked) -> str:
        self.secrets += [Secret(f.token, f.type.value, f.normalised) for f in masked.found]
        return masked.text
