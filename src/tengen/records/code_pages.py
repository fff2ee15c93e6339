"""Guess the code page of a text from its bytes.

Each candidate code page decodes the bytes, and each decoded letter gets a score: high if it is
common, low if it is rare, negative if it makes no sense in its place. The candidate with the best
average wins. The guess is sure only if there are enough letters, and if no candidate that decodes
to a different text comes close.

The common letters are those of everyday words, of people's names, and of words of the game.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Callable
from typing import NamedTuple

SIMPLIFIED = (
    "的一是不了在人有我他这中大来上个国和地到以说时要就出会可也你对生能而子那得着下自之年过发后作里用道行所然家"
    "种事成方多经么去法学如都同现当没动面起看定天分还进好小部其些主样理心本前开但因只从想日者意无此把全点最"
    "王李张刘陈杨黄赵吴周徐孙马朱胡林郭何高罗郑梁谢宋唐许邓韩冯曹彭曾田董潘袁蔡蒋余于杜叶程魏苏吕丁任卢姚沈钟姜崔谭陆"
    "范汪廖石金贾夏方邹白孟秦江尹薛段雷侯龙史陶黎贺顾毛郝邵万钱武戴军伟明华建国文平志伟东海峰强磊洋艳勇杰娟涛超"
    "黑棋胜负先手局五连珠赛杯第轮月网络禁活冲四三二六七八九十京北上南州市省队冠季决"
)
TRADITIONAL = (
    "的一是不了在人有我他這中大來上個國和地到以說時要就出會可也你對生能而子那得著下自之年過發後作裡用道行所然家"
    "種事成方多經麼去法學如都同現當沒動面起看定天分還進好小部其些主樣理心本前開但因只從想日者意無此把全點最"
    "王李張劉陳楊黃趙吳周徐孫馬朱胡林郭何高羅鄭梁謝宋唐許鄧韓馮曹彭曾田董潘袁蔡蔣余于杜葉程魏蘇呂丁任盧姚沈鍾姜崔譚陸"
    "范汪廖石金賈夏方鄒白孟秦江尹薛段雷侯龍史陶黎賀顧毛郝邵萬錢武戴軍偉明華建文平志東海峰強磊洋艷勇傑娟濤超"
    "黑棋勝負先手局五連珠賽杯第輪月網路禁活衝四三二六七八九十京北南州市省隊冠季決台灣"
)
KANA = "".join(map(chr, range(0x3041, 0x3094))) + "".join(map(chr, range(0x30A1, 0x30F7))) + "ー々"
KANJI = (
    "一二三四五六七八九十人日本中大小名戦局手黒白勝負先後番目連珠田山川村井木藤高橋石林森上下年月回第京東西南北"
    "佐鈴渡辺伊加吉斎松清水岡野原島池前内谷子美和正明一郎雄夫之介太大会決段級王座天元碁打点三四"
)
HANGUL = (
    "이가김박최정강조윤장임한오서신권황안송류전홍고문양손배백허남심노하곽성차주우구나민진지엄채원천방공현함변염여추도소석"
    "다는을를의에로은기사자대수리아인어그해라시스들만것있없했음흑승패결국선돌연습회영호준재경동상철혜미희용태규"
    "보여부제일과면와니러관게요습니까세무야할수록거때말됩된마모명금같중더위바간개분생두번째네예오목렌주챔피언십"
)
WESTERN = "àâäçèéêëîïôöùûüßñáíóúåøæœãõìòÀÂÄÇÈÉÊÎÔÖÙÛÜÑÁÍÓÚÅØÆ¡¿"
CENTRAL = "ąćęłńóśźżáčďéěíňřšťúůýžäöüßőűôĄĆĘŁŃÓŚŹŻÁČĎÉĚÍŇŘŠŤÚŮÝŽÄÖÜŐŰ„"


FALLBACK_PAGE = "cp1252"
"""Decodes almost any bytes, though perhaps to the wrong letters."""
SAMPLE_SIZE = 1 << 14
"""Maximum number of bytes that are examined."""
PIECE = re.compile(rb"[^\x00-\x2f]?[\x80-\xff][^\x00-\x2f]*")
"""A run of bytes that begins about at a non-ASCII byte and can contain two-byte letters."""
WORD = re.compile(r"[A-Za-z\u0400-\u04ff]+")
CAPITAL, SMALL = r"[\u0401\u0410-\u042f]", r"[\u0430-\u044f\u0451]"
RUSSIAN = re.compile(f"{CAPITAL}?{SMALL}+|{CAPITAL}+")
LETTERS = re.compile(r"[^\x00-\x7f]+")
STRAY = re.compile(r"(?<=[A-Za-z])[^\x00-\x7f](?=[A-Za-z])")
"""A single non-ASCII letter in the middle of an English word."""
COMMON, USUAL, SELDOM, ODD = 1.0, 0.5, 0.1, -0.5
"""The scores of letters."""
GOOD, MARGIN, EVIDENCE = 0.4, 0.15, 1.5
"""For a sure guess: the least average score, and the least lead on average and in total."""

Scorer = Callable[[str], float]
"""Returns the average score of the letters of a text."""


class CodePageGuess(NamedTuple):
    """A code page, and whether it is the only one that makes sense."""

    name: str
    is_sure: bool


def guess_code_page(data: bytes) -> CodePageGuess:
    """Guess the code page of a text that is neither ASCII nor UTF-8."""
    sample = _sample(data)
    texts = {name: text for name in PAGES if (text := _decode(sample, name))}
    scores = {name: PAGES[name](text) for name, text in texts.items()}
    best = max(scores, key=scores.__getitem__, default=FALLBACK_PAGE)
    if best not in scores:
        return CodePageGuess(FALLBACK_PAGE, is_sure=False)
    others = (scores[name] for name, text in texts.items() if text != texts[best])
    lead = scores[best] - max(others, default=ODD)
    is_clear = lead >= MARGIN and lead * _count(texts[best]) >= EVIDENCE
    return CodePageGuess(best, is_clear and scores[best] >= GOOD)


def _sample(data: bytes) -> bytes:
    pieces, size = [], 0
    for match in PIECE.finditer(data):
        pieces.append(match[0][: SAMPLE_SIZE - size])
        size += len(pieces[-1])
        if size >= SAMPLE_SIZE:
            break
    return b" ".join(pieces)


def _decode(sample: bytes, name: str) -> str:
    """Decode a sample, which may end in half a letter; an empty text if it does not decode."""
    try:
        return codecs.getincrementaldecoder(name)().decode(sample)
    except UnicodeDecodeError:
        return ""


def _count(text: str) -> int:
    return sum(map(len, LETTERS.findall(text)))


def _east_asian(name: str, common: str, everyday: str) -> Scorer:
    """Score texts of two-byte letters; the pattern `everyday` matches the usual codes."""
    often, is_everyday = frozenset(common), re.compile(everyday.encode("latin-1"), re.DOTALL)

    def score(char: str) -> float:
        if char in often:
            return COMMON
        code = char.encode(name, "replace")
        if is_everyday.fullmatch(code):
            return USUAL
        return SELDOM if len(code) == 2 and char.isalpha() else ODD

    def average(text: str) -> float:
        strays = len(STRAY.findall(text))
        letters = "".join(LETTERS.findall(STRAY.sub("", text)))
        return (sum(map(score, letters)) + strays * ODD) / max(1, len(letters) + strays)

    return average


def _cyrillic(text: str) -> float:
    """Score Russian texts: words are all Cyrillic, and only their first letter may be a capital."""
    right = sum(len(word) for word in WORD.findall(text) if RUSSIAN.fullmatch(word))
    count = max(1, _count(text))
    return (right * COMMON + (count - right) * ODD) / count


def _latin(common: str) -> Scorer:
    """Score texts in Latin letters: accented letters rarely follow each other."""
    often = frozenset(common)

    def average(text: str) -> float:
        runs = LETTERS.findall(text)
        return sum(_run_score(run) for run in runs) / max(1, _count(text))

    def _run_score(run: str) -> float:
        value = COMMON if len(run) == 1 else USUAL if len(run) == 2 else SELDOM
        return sum(value if char in often else ODD for char in run)

    return average


PAGES: dict[str, Scorer] = {
    "gb18030": _east_asian("gb18030", SIMPLIFIED, "[\xa1\xa3\xb0-\xd7][\xa1-\xfe]"),
    "big5": _east_asian("big5", TRADITIONAL, "[\xa1-\xc6][\x40-\xfe]"),
    "cp932": _east_asian("cp932", KANA + KANJI, "[\x81\x88-\x98][\x40-\xfc]"),
    "cp949": _east_asian("cp949", HANGUL, "[\xa1\xa3\xb0-\xc8][\xa1-\xfe]"),
    "cp1251": _cyrillic,
    "cp1252": _latin(WESTERN),
    "cp1250": _latin(CENTRAL),
}
"""The scorer of each code page; the first wins a tie."""
