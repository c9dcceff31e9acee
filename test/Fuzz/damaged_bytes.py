"""Damage to files of any format, for the fuzzers of models and of arrays."""


def damage_bytes(data, rng):
    data = bytearray(data)
    for _ in range(rng.choice([1, 1, 2, 8])):
        if not data:
            break
        start = rng.randrange(len(data))
        end = min(len(data), start + rng.choice([1, 2, 8, 64]))
        kind = rng.randrange(6)
        if kind == 0:
            data[start] ^= 1 << rng.randrange(8)
        elif kind == 1:
            data[start] = rng.choice([0, 1, 0x7f, 0x80, 0xff])
        elif kind == 2:
            del data[start:end]
        elif kind == 3:
            data[start:start] = data[start:end]
        elif kind == 4:
            del data[start:]
        else:
            other = rng.randrange(len(data))
            data[other:other] = data[start:end]
    return bytes(data)
