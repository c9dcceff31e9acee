"""Damage to MLIR text, token by token, for the fuzzers of schedules and of modules."""
import re

TOKEN = re.compile(r"\"[^\"]*\"|[%@#!^]?[\w.$-]+|->|\S", re.S)
NUMBERS = ["0", "-1", "1", "2", "3", "7", "64", "2147483648", "1099511627776", "9223372036854775807",
           "-9223372036854775808", "99999999999999999999"]


def damage(text, donors, rng, tokens=None):
    """One change: a token left out, doubled, exchanged or replaced by one of a donor, a number by an
    edge of its range, a line left out, doubled or exchanged. `tokens` limits the choice."""
    tokens = tokens or list(TOKEN.finditer(text))
    if not tokens:
        return text
    at = rng.choice(tokens)
    word, kind = at[0], rng.randrange(6)
    if re.fullmatch(r"-?\d+", word) and rng.random() < 0.7:
        new = rng.choice(NUMBERS)
    elif word.startswith("\"") and rng.random() < 0.5:
        # A name, or the text of a tree: damaged inside.
        where = rng.randrange(len(word))
        new = word[:where] + rng.choice(["", "x", "(", ",", ")", " ", "9", ".i", "\\"]) + word[where + 1:]
    elif kind == 0:
        new = ""
    elif kind == 1:
        new = word + " " + word
    elif kind == 2:
        same = [t[0] for t in tokens if t[0][:1] == word[:1] and t[0] != word]
        new = rng.choice(same) if same else ""
    elif kind == 3:
        new = rng.choice(TOKEN.findall(rng.choice(donors)) or [""])
    elif kind == 4:
        line = text.rfind("\n", 0, at.start()) + 1, text.find("\n", at.start()) + 1
        return text[:line[0]] + (text[line[0]:line[1]] * 2 if rng.random() < 0.5 else "") + text[line[1]:]
    else:
        lines = text.split("\n")
        i, j = rng.randrange(len(lines)), rng.randrange(len(lines))
        lines[i], lines[j] = lines[j], lines[i]
        return "\n".join(lines)
    return text[:at.start()] + new + text[at.end():]
