"""What ./dev gpu notices: check_gpu.py SOURCES BUILD FOLDER, with fake_cuda.so in FOLDER.

A fake driver computes one kernel, rightly and in seven wrong ways.
"""
import json
import os
import subprocess
import sys

sources, build, folder = sys.argv[1:]
program = [sys.executable, os.path.join(sources, "benchmarks", "gpu.py"), "--build", build]
prepared = os.path.join(folder, "prepared")


def check(arguments, status, *texts, **environment):
    result = subprocess.run([*program, *arguments], stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                            text=True, timeout=100, env={**os.environ, **environment})
    assert result.returncode == status, (arguments, result.returncode, result.stdout)
    for text in texts:
        assert text in result.stdout, (arguments, text, result.stdout)


# Kernels with their launches, operands and results.
check(["--prepare", prepared, "--only", "saxpy.tiny", "--chip", "sm_90"], 0,
      "prepared saxpy.tiny: 4x1x1 blocks of 4x1x1 threads\n")
path = os.path.join(prepared, "manifest.json")
with open(path) as file:
    manifest = json.load(file)
[kernel] = manifest["kernels"]
assert manifest["chip"] == "sm_90" and kernel["launches"] == [
    {"ptx": "saxpy.tiny.saxpy_kernel.ptx", "entry": "saxpy_kernel", "grid": [4, 1, 1],
     "block": [4, 1, 1], "arguments": [0, 1, 2]}], manifest
assert [buffer["role"] for buffer in kernel["buffers"]] == ["operand", "operand", "result"]
with open(os.path.join(prepared, "saxpy.tiny.saxpy_kernel.ptx")) as file:
    assert ".target sm_90" in file.read()
run = ["--run", prepared, "--no-times"]
fake = ["--libcuda", os.path.join(folder, "fake_cuda.so")]
check([*run, *fake], 0, "Fake 1 (sm_56, 6 multiprocessors, driver for CUDA 13.0); PTX for sm_90\n",
      "1 kernels, 0 wrong\n")
# A kernel for each defect; where a process is over, the next kernel has another one.
defects = {
    "nothing": "inf  wrong results", "outside": "0  wrote outside of buffer 2",
    "operand": "0  wrote to an operand", "unstable": "runs differ",
    "fault": "cuLaunchKernel: CUDA_ERROR_MISALIGNED_ADDRESS", "end": "its process ended",
    "refused": "cuModuleLoadDataEx: CUDA_ERROR_MISALIGNED_ADDRESS: line 1: there is no such instruction",
}
with open(os.path.join(prepared, "refused.ptx"), "w") as file:
    file.write("refused")
for defect in defects:
    ptx = "refused.ptx" if defect == "refused" else kernel["launches"][0]["ptx"]
    launch = {**kernel["launches"][0], "entry": defect, "ptx": ptx}
    manifest["kernels"].append({**kernel, "name": defect, "launches": [launch]})
manifest["kernels"].append({**kernel, "name": "last"})
with open(path, "w") as file:
    json.dump(manifest, file)
numbers = os.path.join(folder, "numbers.json")
check([*run, *fake, "--json", numbers], 1, "9 kernels, 7 wrong " + " ".join(defects) + "\n",
      *defects.values())
with open(numbers) as file:
    rows = {row["name"]: row["fault"] for row in json.load(file)["kernels"]}
assert not rows["last"] and all(rows[defect] in text for defect, text in defects.items()), rows

check([*run, *fake], 3, "gpu: the NVIDIA driver finds no GPU (cuInit: CUDA_ERROR_NO_DEVICE); "
      "'./dev gpu --prepare DIR'", NO_GPU="1")
check([*run, "--libcuda", os.path.join(folder, "none.so")], 3, "gpu: there is no NVIDIA driver here (")
check([*run, *fake, "--only", "none"], 2, "gpu: no kernel's name has 'none' in it")
check(["--run", folder, *fake], 2, "manifest.json'; './dev gpu --prepare DIR' makes such a folder")
check(["--prepare", prepared, "--only", "none"], 1, "gpu: no kernel's name has 'none' in it")
