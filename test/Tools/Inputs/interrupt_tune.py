"""Ends dl-tune by Ctrl-C. Arguments: the tools' folder, a model, a folder that is empty."""
import json
import os
import signal
import subprocess
import sys
import time

# lit's processes ignore it, and so would those that are started here.
signal.signal(signal.SIGINT, signal.default_int_handler)

tools, model, folder = sys.argv[1:]
records, report = os.path.join(folder, "records.jsonl"), os.path.join(folder, "report.json")
process = subprocess.Popen([os.path.join(tools, "dl-tune"), model, f"--db={records}", "--workers=1",
                            f"--json={report}", "--trials=1000000", "--search=random"],
                           stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
while not os.path.exists(records) or os.path.getsize(records) < 10000:
    time.sleep(0.01)
    assert process.poll() is None, process.communicate()
# Some programs send a second one after that of the terminal.
process.send_signal(signal.SIGINT)
time.sleep(0.05)
process.send_signal(signal.SIGINT)
out, err = process.communicate(timeout=60)
print(out, err, "status", process.returncode)
print("report of", [row["kernel"] for row in json.load(open(report, encoding="utf-8"))])
print("left over", [name for name in os.listdir(folder) if name.endswith(".tmp")])
