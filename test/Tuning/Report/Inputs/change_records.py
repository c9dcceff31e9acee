"""Writes a database with other records: change_records.py HOW IN OUT

  hostile   names, messages and times that a page or a terminal must not take for its own
  failed    kernels and failures alone
  few       the first records of each kernel
  just-enough  kernels and of each the first 24 schedules that are right
  many      40 tasks of the same records"""
import hashlib
import json
import sys

SCRIPT = "<script>alert(1)</script>"


def make_hostile(record):
    if "kernel" in record:
        record["kernel"] = SCRIPT + "\u202e\ufffd\x1b[31m&amp;" + "long" * 100
        record["nodes"] = "\"'><img src=x onerror=alert(1)>"
        record["target"] = "</title></style><b>"
    elif record["outcome"] != "ok":
        record["message"] = "</script><!--" + record["message"]
    else:
        if record["search"] == "evolution" and record["trial"] % 5 == 0:
            record["seconds"] = [1.7e308 if record["trial"] % 2 else 5e-324]
        record["search"] = record["search"].replace("evolution", "<i onclick='x'>")
    return [record]


def make_failed(record):
    return [record] if record.get("outcome") != "ok" else []


def make_few(record, seen={}):
    seen[record["task"]] = seen.get(record["task"], 0) + 1
    return [record] if seen[record["task"]] <= 12 else []


def make_just_enough(record, seen={}):
    if "kernel" in record:
        return [record]
    own = seen.setdefault(record["task"], set())
    if record["outcome"] != "ok" or (len(own) == 24 and record["hash"] not in own):
        return []
    own.add(record["hash"])
    return [record]


def make_many(record):
    return [dict(record, task=hashlib.sha256(f"{record['task']} {number}".encode()).hexdigest())
            for number in range(20)]


change = {"hostile": make_hostile, "failed": make_failed, "few": make_few,
          "just-enough": make_just_enough, "many": make_many}[sys.argv[1]]
with open(sys.argv[2]) as source, open(sys.argv[3], "w") as out:
    for line in source:
        for record in change(json.loads(line)):
            out.write(json.dumps(record, separators=(",", ":")) + "\n")
