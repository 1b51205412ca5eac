"""What only the words around it give away: documents, messenger accounts, and addresses of the network."""

# ruff: noqa: E501 (patterns are read and compared on one line)

import ipaddress
import re
from collections.abc import Iterator

from yiku_text.pii.spans import PiiSpan, PiiType

_SAID = r"(?:\s|号码|号|码|是|为|:|=|#|写的|no\.?|number|is|\(|【){0,6}"
_DOCUMENT = re.compile(
    r"(?:护照|通行证|回乡证|台胞证|驾驶?证|驾照|行驶证|军官证|士兵证|居留证|居住证|永居证|签证|学生证|工作证|社保卡?|医保卡?|营运证|从业资格证|档案编号"
    r"|(?<![A-Za-z])passport|(?<![A-Za-z])permit|(?<![A-Za-z])driv(?:er'?s?|ing) licen[cs]e|(?<![A-Za-z])visa (?:no|number)|(?<![A-Za-z])residence permit|(?<![A-Za-z])ssn(?![A-Za-z])|(?<![A-Za-z])social security)"
    rf"(?:\([^()]{{1,12}}\))?{_SAID}(?P<number>(?=[A-Za-z\-\s]{{0,6}}[0-9])[A-Za-z]{{0,3}}[\s\-]?[0-9](?:[\s\-]?[0-9A-Za-z]){{5,17}})(?![0-9A-Za-z])",
    re.IGNORECASE,
)
_PASSPORT = re.compile(
    r"(?<![0-9A-Za-z])(?P<number>(?:[EGDSP]|E[A-HJ-NP-Z]|[HMC])\s?[0-9]{7,10})(?=\s?(?:是|这个是|,)?\s?(?:我的?)?(?:护照|通行证|回乡证))"
)
_MESSENGER = r"(?:微信|威信|薇信|微❤|v信|(?<![A-Za-z])vx|(?<![A-Za-z])wx|(?<![A-Za-z])wechat|(?<![A-Za-z])weixin|钉钉|支付宝|抖音|快手|小红书|(?<![A-Za-z])telegram|(?<![A-Za-z])tg|(?<![A-Za-z])skype|(?<![A-Za-z])line|(?<![A-Za-z])alipay)"
_ACCOUNT_NAME = r"[A-Za-z][A-Za-z0-9_\-]{4,29}"
_ACCOUNT = re.compile(
    rf"{_MESSENGER}(?:\s|号码?|账号|id|number|是|为|:|=|is|改成|换成|[(\[【「'\"`]){{0,5}}(?<![A-Za-z])(?P<name>{_ACCOUNT_NAME})(?![A-Za-z0-9@])",
    re.IGNORECASE,
)
_ACCOUNT_NAMED = re.compile(rf"{_MESSENGER}\s?(?:号码?|账号|id|:|=)", re.IGNORECASE)
_WXID = re.compile(r"(?<![A-Za-z0-9])(?P<name>wxid_[a-z0-9]{8,24})(?![A-Za-z0-9])")
_ADD_ME = re.compile(
    rf"(?:(?:(?<![A-Za-z0-9/])\+(?=\s?[vV]\W)|加我?|我的?)\s?[vV]\s?[:是]?|(?<![A-Za-z0-9])[vV]\s?:)\s?(?P<name>{_ACCOUNT_NAME})(?![A-Za-z0-9@])"
)
_QQ = re.compile(
    r"(?:(?<![A-Za-z0-9])qq|扣扣|球球|企鹅|加我?q(?![A-Za-z]))(?:号码?|账号)?(?:\s|是|为|:|=|加|number|is){0,4}(?P<name>[1-9](?:[ \-]?[0-9]){4,10})(?![0-9@A-Za-z]|\s?[元块])",
    re.IGNORECASE,
)
_IPV4 = re.compile(r"(?<![0-9A-Za-z.:/\-])(?P<ip>(?:[0-9]{1,3}\.){3}[0-9]{1,3})(?![0-9A-Za-z\-]|\.[0-9A-Za-z])")
_IPV6 = re.compile(r"(?<![0-9A-Za-z:.])(?P<ip>(?:[0-9A-Fa-f]{0,4}:){2,7}[0-9A-Fa-f]{0,4})(?![0-9A-Za-z:.])")
_VERSION = re.compile(
    r"(?:版本号?|固件|系统|(?<![A-Za-z])version|(?<![A-Za-z])ver\.?|(?<![A-Za-z])release|(?<![A-Za-z])v|(?<![A-Za-z])firmware|第|节|章)\s?[:是为]?\s?$",
    re.IGNORECASE,
)
_NETWORK = re.compile(r"(?:(?<![A-Za-z])ip|v6|v4|网络地址|地址)[^0-9]{0,8}$", re.IGNORECASE)
_HAS_DIGITS = re.compile(r"[0-9]{3}|[0-9].*[0-9].*[0-9].*[0-9]")
_HAS_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_\-]{4}")
_SEPARATORS = re.compile(r"[\s\-]")


def find_documents(text: str) -> Iterator[PiiSpan]:
    """Passports, permits and licences, where the words name them."""
    for pattern in (_DOCUMENT, _PASSPORT) if _HAS_DIGITS.search(text) else ():
        for match in pattern.finditer(text):
            normalised = _SEPARATORS.sub("", match["number"]).upper()
            yield PiiSpan(match.start("number"), match.end("number"), PiiType.DOCUMENT, normalised)


def find_accounts(text: str) -> Iterator[PiiSpan]:
    """WeChat, QQ and other accounts, where the words name them; a bare word needs a digit, or 号."""
    if _HAS_NAME.search(text) is None:
        return
    for match in _ACCOUNT.finditer(text):
        if _ACCOUNT_NAMED.match(match[0]) or _has_digit(match["name"]):
            yield _account(match)
    for match in _ADD_ME.finditer(text):
        if _has_digit(match["name"]):
            yield _account(match)
    for pattern in (_QQ, _WXID):
        for match in pattern.finditer(text):
            yield _account(match)


def find_addresses(text: str) -> Iterator[PiiSpan]:
    """Internet addresses of machines; version numbers, the hosts of URLs and a machine's own are none."""
    for match in _IPV4.finditer(text):
        version = _VERSION.search(text, max(0, match.start() - 12), match.start()) is not None
        if not version and (address := _address(match["ip"], said=_said_network(text, match.start()))):
            yield PiiSpan(match.start(), match.end(), PiiType.IP, address)
    for match in _IPV6.finditer(text) if text.count(":") >= 2 else ():
        said = _said_network(text, match.start())
        if (said or match["ip"].count(":") >= 4) and (address := _address(match["ip"], said=said)):
            yield PiiSpan(match.start(), match.end(), PiiType.IP, address)


def _said_network(text: str, start: int) -> bool:
    return _NETWORK.search(text, max(0, start - 16), start) is not None


def _account(match: re.Match[str]) -> PiiSpan:
    normalised = _SEPARATORS.sub("", match["name"]) if match["name"][0].isdigit() else match["name"]
    return PiiSpan(match.start("name"), match.end("name"), PiiType.ACCOUNT, normalised.lower())


def _has_digit(name: str) -> bool:
    return any(character.isdigit() or character == "_" for character in name)


def _address(written: str, *, said: bool) -> str:
    """The normal form of an address; empty for what is none, or everybody's where nobody calls it one."""
    try:
        address = ipaddress.ip_address(written)
    except ValueError:
        return ""
    everybodys = address.is_loopback or address.is_unspecified or address.is_multicast
    return "" if everybodys and not said else str(address)
