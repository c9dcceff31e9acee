"""Makes a text smaller as long as it shows what it showed."""
import re


def drop_chunks(parts, join, shows):
    """Leaves out runs of parts, long ones first."""
    size = len(parts) // 2
    while size >= 1:
        start = 0
        while start < len(parts):
            fewer = parts[:start] + parts[start + size:]
            if fewer and shows(join(fewer)):
                parts = fewer
            else:
                start += size
        size //= 2
    return parts


def drop_matches(text, pattern, new, shows):
    """Leaves out matches of a pattern, one at a time, last first."""
    for match in reversed(list(re.finditer(pattern, text))):
        fewer = text[:match.start()] + new + text[match.end():]
        if shows(fewer):
            text = fewer
    return text


def reduce(text, shows, runs=300):
    """Lines, then entries of dictionaries, then words. `shows` is asked at most `runs` times."""
    left = [runs]

    def ask(candidate):
        left[0] -= 1
        return left[0] >= 0 and shows(candidate)

    text = "\n".join(drop_chunks(text.split("\n"), "\n".join, ask))
    text = drop_matches(text, r"attributes \{[^{}]*\}", "", ask)
    text = drop_matches(text, r",? ?[\w.]+ = (\"[^\"]*\"|\[[^\[\]]*\]|[^,{}()\[\]<>]+)", "", ask)
    text = "\n".join(drop_chunks(text.split("\n"), "\n".join, ask))
    words = re.findall(r"\s+|[%@#!^]?[\w.$-]+|.", text, re.S)
    return "".join(drop_chunks(words, "".join, ask))
