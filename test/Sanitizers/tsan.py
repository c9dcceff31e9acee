"""Runs models in eight threads at once under ThreadSanitizer, generated code and run-time
library instrumented, OpenMP's synchronisation known to it by Archer.

Each model is compiled to LLVM IR, every function of it is marked for instrumentation, and
clang makes an object of that; the weights are taken from the library that dl-compile
links. Races that are made on purpose, in a loop and by runs of the model in one arena, must
be found first, else the result would mean nothing.
"""
import argparse
import os
import platform
import re
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
LLVM = "/usr/lib/llvm-22/lib"
# A loop whose iterations all write one number.
PLANTED = """
#include <omp.h>
int main(void) {
  int sum = 0;
#pragma omp parallel for num_threads(4)
  for (int i = 0; i < 1000; ++i)
    sum += i;
  return sum < 0;
}
"""
ORDERED = PLANTED.replace("num_threads(4)", "num_threads(4) reduction(+ : sum)")


def call(command, **options):
    run = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                         **options)
    if run.returncode:
        sys.exit(f"tsan: failed: {' '.join(command)}\n{run.stdout[-4000:]}")
    return run.stdout


def run(program, *arguments):
    """Status and text of an instrumented program."""
    environment = dict(os.environ, OMP_TOOL_LIBRARIES=LLVM + "/libarcher.so",
                       LD_LIBRARY_PATH=LLVM,
                       TSAN_OPTIONS="ignore_noninstrumented_modules=1:exitcode=66:"
                                    "history_size=7")
    result = subprocess.run([program, *arguments], env=environment, stdout=subprocess.PIPE,
                            stderr=subprocess.STDOUT, text=True, timeout=600)
    return result.returncode, result.stdout


class Builder:
    def __init__(self, clang, bin_folder, folder):
        self.clang, self.bin, self.folder = clang, bin_folder, os.path.abspath(folder)
        self.include = ["-I", os.path.join(ROOT, "include"), "-I", os.path.join(ROOT, "lib/Runtime")]
        self.flags = ["-fsanitize=thread", "-g", "-O1", "-pthread"]
        self.runtime = [self.compile(os.path.join(ROOT, "lib/Runtime", name))
                        for name in sorted(os.listdir(os.path.join(ROOT, "lib/Runtime")))
                        if name.endswith(".c")]

    def path(self, name):
        return os.path.join(self.folder, name)

    def compile(self, source, *options):
        output = self.path(os.path.basename(source) + ".o")
        call([self.clang, *self.flags, *self.include, *options, "-c", source, "-o", output])
        return output

    def link(self, objects, name):
        call([self.clang, *self.flags, *objects, "-o", self.path(name), "-L" + LLVM, "-lomp", "-lm"])
        return self.path(name)

    def program(self, text, name):
        with open(self.path(name + ".c"), "w") as file:
            file.write(text)
        return self.link([self.compile(self.path(name + ".c"), "-fopenmp")], name)

    def model(self, source, options):
        """The program of a model, all of it but libomp and libm instrumented."""
        dl_compile = os.path.join(self.bin, "dl-compile")
        call([dl_compile, source, *options, "--name=model", "-o", self.path("model.so"),
              "--emit-header=" + self.path("model.h")])
        call([dl_compile, source, *options, "--name=model", "--to=llvm", "-o", self.path("plain.ll")])
        with open(self.path("plain.ll")) as file:
            text = file.read()
        marked, count = re.subn(r"^(attributes #\d+ = \{)", r"\1 sanitize_thread", text,
                                flags=re.MULTILINE)
        if not count:
            sys.exit(f"tsan: expected functions with attributes in the LLVM IR of {source}")
        with open(self.path("marked.ll"), "w") as file:
            file.write(marked)
        # Accesses of more than 16 bytes and masked ones are not instrumented.
        call(["opt-22", "-passes=function(scalarize-masked-mem-intrin,scalarizer<load-store>)",
              "-S", self.path("marked.ll"), "-o", self.path("model.ll")])
        call(["llvm-objcopy-22", "--dump-section", ".dlc_weights=" + self.path("weights.bin"),
              self.path("model.so"), self.path("ignored.so")])
        with open(self.path("weights.s"), "w") as file:
            file.write('.section .lrodata.dlc_weights,"al"\n.globl model_weights\n.balign 4096\n'
                       f'model_weights: .incbin "{self.path("weights.bin")}"\n'
                       '.section .note.GNU-stack,"",@progbits\n')
        header = f'-DMODEL_HEADER="{self.path("model.h")}"'
        objects = [self.compile(self.path("model.ll"), "-Wno-override-module"),
                   self.compile(self.path("weights.s")),
                   self.compile(os.path.join(ROOT, "test/Sanitizers/threads.c"), header,
                                "-DMODEL=model_model")]
        return self.link(objects + self.runtime, "model")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("bin", help="folder of dl-compile")
    parser.add_argument("folder", help="folder for what is built")
    parser.add_argument("models", nargs="+", help="models: FILE or FILE:SIZE,… of its symbols")
    parser.add_argument("--runs", type=int, default=8, help="runs of each thread (default 8)")
    parser.add_argument("--clang", default="clang-22")
    parser.add_argument("--threads", default="1,2", help="threads to compile for (default 1,2)")
    arguments = parser.parse_args()
    os.makedirs(arguments.folder, exist_ok=True)
    builder = Builder(arguments.clang, arguments.bin, arguments.folder)
    status, text = run(builder.program(PLANTED, "planted"))
    if status != 66 or "data race" not in text:
        sys.exit(f"tsan: expected the planted race to be found, got status {status}\n{text[-2000:]}")
    status, text = run(builder.program(ORDERED, "ordered"))
    if status:
        sys.exit(f"tsan: expected a reduction to be clean, got status {status}\n{text[-2000:]}")
    print("planted race: found; reduction: clean")
    failed = False
    for model in arguments.models:
        source, _, sizes = model.partition(":")
        for threads in arguments.threads.split(","):
            options = ["--threads=" + threads]
            name = " ".join([os.path.basename(source), *options])
            # Without masked accesses of its own, so that these are taken apart.
            if platform.machine() == "x86_64":
                options.append("--mcpu=x86-64")
            program = builder.model(source, options)
            sizes_of_run = sizes.split(",") if sizes else []
            status, text = run(program, "-2", *sizes_of_run)
            if "no arena" not in text and (status != 66 or "model_entry" not in text):
                sys.exit(f"tsan: expected races of runs in one arena to be found in "
                         f"{source}, got status {status}\n{text[-2000:]}")
            status, text = run(program, str(arguments.runs), *sizes_of_run)
            races = len(re.findall("^WARNING: ThreadSanitizer", text, re.MULTILINE))
            print(f"{name}: {f'{races} races' if status else 'clean'}")
            if status:
                print(text[:6000])
                failed = True
    sys.exit(failed)


if __name__ == "__main__":
    main()
