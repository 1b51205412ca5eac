"""Addresses written in English or pinyin."""

# ruff: noqa: E501 (patterns are read and compared on one line)

import re
from dataclasses import dataclass

_TOKEN = re.compile(r"<door:[a-z2-7]{8}>")
_ROAD = re.compile(
    r"(?:[A-Z][\w'’]*\.?\s){1,4}(?:Road|Rd|Street|St|Avenue|Ave|Lane|Alley|Boulevard|Blvd|Highway|Hwy|Drive|Dr|Lu|Jie|Dajie|Dadao|Hutong)\b\.?",
)
_CITY_NAMES = """
Beijing Shanghai Tianjin Chongqing Guangzhou Shenzhen Chengdu Hangzhou Wuhan Nanjing Suzhou Dongguan Foshan Xiamen
Qingdao Dalian Ningbo Changsha Zhengzhou Kunming Hefei Fuzhou Jinan Shenyang Wuxi Zhuhai Harbin Changchun Nanchang
Nanning Guiyang Lanzhou Taiyuan Shijiazhuang Hohhot Urumqi Lhasa Yinchuan Xining Haikou Sanya Changzhou Nantong Xuzhou
Yangzhou Yancheng Zhenjiang Taizhou Wenzhou Jiaxing Shaoxing Jinhua Huzhou Quzhou Zhoushan Lishui Quanzhou Zhangzhou
Putian Yantai Weifang Linyi Weihai Zibo Jining Tangshan Baoding Langfang Handan Luoyang Kaifeng Xinxiang Nanyang
Zhongshan Huizhou Jiangmen Shantou Zhanjiang Zhaoqing Guilin Liuzhou Mianyang Leshan Zunyi Dali Lijiang Xianyang Baoji
Wuhu Bengbu Yichang Xiangyang Jingzhou Zhuzhou Xiangtan Hengyang Yueyang Ganzhou Jiujiang Anshan Jilin Daqing Baotou
Ordos Datong Macau
"""
_CITIES = frozenset(_CITY_NAMES.split()) | {"Xi'an", "Xi’an", "Hong Kong", "Tai'an", "Huai'an"}
_PROVINCE_NAMES = """
Guangdong Zhejiang Jiangsu Shandong Hebei Henan Hubei Hunan Sichuan Fujian Anhui Jiangxi Liaoning Heilongjiang Shanxi
Shaanxi Yunnan Guizhou Guangxi Hainan Gansu Qinghai Ningxia Xinjiang Tibet
"""
_PROVINCES = frozenset(_PROVINCE_NAMES.split()) | {"Inner Mongolia"}
_DISTRICT = re.compile(r"[A-Z][\w'’ ]*?\s(?:New\s)?(?:District|County|Qu)$", re.IGNORECASE)
_DISTRICTS = {
    "Beijing": "Chaoyang Haidian Dongcheng Xicheng Fengtai Shijingshan Tongzhou Shunyi Changping Daxing Fangshan Huairou Miyun Yanqing Pinggu Mentougou",
    "Shanghai": "Pudong Huangpu Xuhui Changning Jing'an Jing’an Putuo Hongkou Yangpu Minhang Baoshan Jiading Jinshan Songjiang Qingpu Fengxian Chongming",
    "Guangzhou": "Tianhe Yuexiu Haizhu Liwan Baiyun Panyu Huadu Nansha Zengcheng Conghua",
    "Shenzhen": "Nanshan Futian Luohu Bao'an Bao’an Longgang Longhua Yantian Guangming Pingshan",
    "Chengdu": "Wuhou Jinjiang Qingyang Jinniu Chenghua Shuangliu Longquanyi",
    "Hangzhou": "Xihu Shangcheng Gongshu Binjiang Xiaoshan Yuhang Linping Qiantang",
    "Nanjing": "Xuanwu Qinhuai Jianye Gulou Pukou Qixia Jiangning",
    "Wuhan": "Wuchang Hankou Hanyang Hongshan Jianghan Jiang'an Qingshan",
    "Chongqing": "Yuzhong Jiangbei Yubei Nan'an Shapingba Jiulongpo",
    "Tianjin": "Heping Hexi Nankai Hedong Hebei Binhai",
    "Suzhou": "Gusu Wuzhong Wujiang Kunshan Changshu",
}  # fmt: skip
_OF_CITY = {city: frozenset(names.split()) for city, names in _DISTRICTS.items()}
_BUILDING = re.compile(
    r"\b(?:Tower|Building|Bldg|Block|Warehouse|Gate|Unit|Phase)\s?(?:No\.?\s?)?[A-Z0-9]{1,3}\b|\b[TB][0-9]{1,2}\b",
    re.IGNORECASE,
)
_TRAILING = re.compile(
    r"(?:[\s,.;!]|\b(?:now|right now|already|these days|currently|please|too|btw|area|instead|China|PRC)\b)+$",
    re.IGNORECASE,
)
_LEADING = re.compile(
    r"^(?:[\s,.:]|\b(?:i|we|live|lives|am|i'm|i’m|in|at|on|near|to|the|around|is|my|our)\b)+", re.IGNORECASE
)


@dataclass(frozen=True)
class EnglishAddress:
    """Parts as written; `text` is the cleaned whole."""

    text: str
    province: str
    city: str
    district: str
    road: str
    building: str
    door: str
    poi: str


def read(text: str) -> EnglishAddress:
    """Take an address apart at its commas, a city also at the end of what stands between them."""
    whole = re.sub(r"\s+", " ", _TRAILING.sub("", _LEADING.sub("", text)).strip())
    door = " ".join(_TOKEN.findall(whole))
    pieces = [piece.strip() for piece in _TOKEN.sub("", whole).split(",") if piece.strip()]
    pieces = [part for piece in pieces for part in _without_city(piece)]
    province = next((piece for piece in pieces if piece.removesuffix(" Province") in _PROVINCES), "")
    city = next((piece for piece in pieces if _is_city(piece)), "")
    pieces = [piece for piece in pieces if piece not in {province, city}]
    district = next((piece for piece in pieces if _is_district(piece, city)), "")
    match = _ROAD.search(", ".join(pieces))
    road = match[0].strip() if match else ""
    places = [piece for piece in pieces if piece != district and not (road and road in piece)]
    building = next((found[0] for piece in pieces if (found := _BUILDING.search(piece))), "")
    poi = re.sub(r"^[\s,]+|[\s,]+$", "", ", ".join(places).replace(building, "")) if building else ", ".join(places)
    return EnglishAddress(whole, province, city, district, road, building, door, re.sub(r"(?:,\s*){2,}", ", ", poi))


def _is_city(piece: str) -> bool:
    return piece.removesuffix(" City") in _CITIES


def _is_district(piece: str, city: str) -> bool:
    """Called one, or one of the city that is named."""
    return _DISTRICT.fullmatch(piece) is not None or piece in _OF_CITY.get(city.removesuffix(" City"), frozenset())


def _without_city(piece: str) -> list[str]:
    """ "Chaoyang District Beijing" without its comma; a name with a city in it (Beijing West Station) stays whole."""
    before, _, last = piece.rpartition(" ")
    return [before, last] if before and last in _CITIES else [piece]
