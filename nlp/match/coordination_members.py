"""What of a stretch of text is a member of a coordination: no marks, articles or loose conjunctions."""

from nlp.layout.sentences import trim
from nlp.spans import Span
from nlp.word_lists import text_pattern

_ARTICLE = text_pattern("member_article")
_DANGLING = text_pattern("member_dangling")
"""What no member ends with: a conjunction is left out; what lacks its noun is none."""
_NO_MEMBER = text_pattern("no_member")
EDGES = " \t\n.,;:—–*_`\"'“”«»()[]​"
_LONGEST_DANGLING = 4


def cleaned(text: str, start: int, end: int) -> Span | None:
    """A span without outer marks and leading articles."""
    start, _ = trim(text, start, end, EDGES)
    article = _ARTICLE.match(text, start, end)
    if article and (text[start].islower() or _opens_sentence(text, start)):
        start = article.end()
    end = _without_marks(text, start, end)
    if dangling := _DANGLING.search(text, max(start, end - _LONGEST_DANGLING), end):
        if dangling["open"]:
            return None
        end = _without_marks(text, start, dangling.start())
    if end - start < 2 or _NO_MEMBER.match(text, start, end):
        return None
    return start, end


def _opens_sentence(text: str, start: int) -> bool:
    """Whether a capital says nothing but that a sentence begins."""
    before = text[max(0, start - 6) : start].rstrip(' \t*_"“«¿¡(')
    return before[-1:] in {"", ".", "!", "?", "\n"}


def _without_marks(text: str, start: int, end: int) -> int:
    """The end of a span without the marks at it; a bracket that the span opens stays."""
    while start < end and text[end - 1] in EDGES and text[end - 1] != ")":
        end -= 1
    closed = start < end and text[end - 1] == ")" and "(" not in text[start:end]
    return end - 1 if closed else end
