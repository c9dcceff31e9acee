"""The lit suite of dl.

Substitutions
  dl-opt, dl-translate, dl-compile, dl-run, dl-tune, dl-worker, dl-vdla-sim, dl-bisect, dl-reduce   the build's tools
  FileCheck, not                             LLVM 22's
  mlir-opt, mlir-translate, llvm-objdump, …  LLVM 22's
  %python       Python with numpy, onnx and onnxruntime   (REQUIRES: python)
  %models       the small models with inputs (<name>.inputs.npz) and
                onnxruntime's outputs (<name>.ref.npz)     (REQUIRES: models)
  %dl_python_path  folder of the package dl, for PYTHONPATH   (REQUIRES: python-package)
  %dl_src %dl_build %dl_bin %dl_lib   source root, build folder, its tools and libraries
  %cc %cxx      the build's compilers
  %cmake        the CMake that configured the build
Features beside tools
  avx512_vnni, …  flags of this CPU that begin with avx
  gdb, ptxas      programs found in PATH
  qemu-aarch64    qemu-aarch64-static, clang-22 and Debian's C library of arm64 (/usr/aarch64-linux-gnu)
  tsan            clang's ThreadSanitizer
  sanitizers      the build is instrumented: it takes more memory, and Python cannot load it
Parameters (lit -D name=value)
  verify_roundtrip=1   adds --verify-roundtrip to every dl-opt, --verify-each to every dl-compile
"""
import glob
import os
import shutil
import subprocess

import lit.formats
import lit.util

config.name = "dl"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".mlir", ".test"]
config.excludes = ["Inputs", "foreign", "Unit", "CMakeLists.txt", "lit.cfg.py", "lit.site.cfg.py.in"]
config.test_source_root = os.path.dirname(__file__)
# One test that hangs must not hold up the rest.
supported, _ = lit_config.maxIndividualTestTimeIsSupported
if supported and not lit_config.maxIndividualTestTime:
    lit_config.maxIndividualTestTime = 300

config.environment["PATH"] = os.pathsep.join(
    [config.dl_tools_dir, config.llvm_tools_dir, os.environ.get("PATH", "/usr/bin:/bin")])
# What tests compile and link goes through the cache and the linker of the build.
if not config.dl_ccache.endswith("NOTFOUND"):
    config.environment["CMAKE_CXX_COMPILER_LAUNCHER"] = config.dl_ccache
if config.dl_lld.upper() in ("1", "ON", "TRUE", "YES"):
    config.environment["LDFLAGS"] = "-fuse-ld=lld"
# Results must not depend on what the user's shell says about threads.
for name in ("OMP_NUM_THREADS", "OMP_PROC_BIND", "OMP_PLACES"):
    config.environment.pop(name, None)
# numpy need not start threads for products that no test has.
config.environment["OPENBLAS_NUM_THREADS"] = "1"


def tool(name, path, *extra):
    """Replaces the whole word `name` by the tool at `path`."""
    config.substitutions.append(
        (r"(?<![\w/.-])" + name + r"(?![\w.-])", " ".join([path, *extra])))


def has_python_packages():
    if not os.path.exists(config.dl_python):
        return False
    probe = [config.dl_python, "-c", "import numpy, onnx, onnxruntime"]
    return subprocess.run(probe, stderr=subprocess.DEVNULL).returncode == 0


roundtrip = lit_config.params.get("verify_roundtrip", "0") not in ("0", "")
in_build = lambda name: os.path.join(config.dl_tools_dir, name)
checks = {"dl-opt": ["--verify-roundtrip"], "dl-compile": ["--verify-each"]} if roundtrip else {}
for name in ("dl-opt", "dl-translate", "dl-compile", "dl-run", "dl-tune", "dl-worker",
             "dl-lsp-server", "dl-vdla-sim", "dl-bisect", "dl-reduce"):
    tool(name, in_build(name), *checks.get(name, []))
    if os.path.exists(in_build(name)):
        config.available_features.add(name)
# Programs of others, Python and the stock mlir-opt, cannot load what asks for a sanitizer's runtime.
is_loadable = not config.dl_sanitizer
if is_loadable and os.path.exists(os.path.join(config.dl_library_dir, "libDLPlugin.so")):
    config.available_features.add("plugin")
if is_loadable and os.path.exists(os.path.join(config.dl_library_dir, "libDLTestFaults.so")):
    config.available_features.add("test-faults")
for name in ("mlir-opt", "mlir-translate", "mlir-tblgen", "llvm-objdump", "llvm-nm",
             "llvm-readelf", "llvm-dwarfdump", "llc", "split-file", "count"):
    tool(name, os.path.join(config.llvm_tools_dir, name))
tool("FileCheck", config.dl_filecheck)
tool("not", config.dl_not)

config.substitutions += [
    ("%python", config.dl_python),
    ("%models", config.dl_models_dir),
    ("%dl_src", config.dl_source_root),
    ("%dl_build", config.dl_binary_root),
    ("%dl_bin", config.dl_tools_dir),
    ("%dl_lib", config.dl_library_dir),
    ("%dl_python_path", os.path.join(config.dl_binary_root, "python")),
    ("%cc", config.dl_cc),
    ("%cxx", config.dl_cxx),
    ("%cmake", config.dl_cmake),
]

if has_python_packages():
    config.available_features.add("python")
    if os.path.exists(os.path.join(config.dl_models_dir, "stamp")):
        config.available_features.add("models")
    if glob.glob(os.path.join(os.path.dirname(config.dl_python), "..", "lib", "libdnnl.so.3")):
        config.available_features.add("onednn")
    native = os.path.join(config.dl_binary_root, "python", "dl", "_native*.so")
    if is_loadable and glob.glob(native):
        config.available_features.add("python-package")
# What a test executes must be what this machine has: avx512_vnni, avx512_bf16, …
if os.path.exists("/proc/cpuinfo"):
    with open("/proc/cpuinfo") as info:
        flags = next((line for line in info if line.startswith("flags")), "").split()
    config.available_features.update(flag for flag in flags if flag.startswith(("avx", "amx")))
# Programs of others, where they are.
for name in ("gdb", "ptxas"):
    if shutil.which(name):
        config.available_features.add(name)
if shutil.which("qemu-aarch64-static") and shutil.which("clang-22") and \
        os.path.exists("/usr/aarch64-linux-gnu/include/stdio.h"):
    config.available_features.add("qemu-aarch64")
llvm_libraries = os.path.join(config.llvm_tools_dir, os.pardir, "lib")
if glob.glob(os.path.join(llvm_libraries, "clang", "*", "lib", "*", "libclang_rt.tsan*.a")):
    config.available_features.add("tsan")
if config.dl_sanitizer:
    config.available_features.add("sanitizers")
if roundtrip:
    config.available_features.add("roundtrip")
