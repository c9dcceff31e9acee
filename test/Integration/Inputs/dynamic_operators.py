"""Compiles small functions with open dims and runs each on several sizes, where tails of
all lengths come up; the interpreter of the graph level says what is right.

    dynamic_operators.py DL_COMPILE DL_RUN FOLDER
"""
import os
import subprocess
import sys

CASES = {
    # Every dim of a product: outer loops, a register tile's rows and columns, the reduction.
    "matmul": ("""
func.func @main(%a: tensor<?x?x?xf32> {dl.dims = ["b", "m", "k"]}, %b: tensor<?x?x?xf32> {dl.dims = ["b", "k", "n"]}) -> tensor<?x?x?xf32> {
  %0 = graph.matmul %a, %b : (tensor<?x?x?xf32>, tensor<?x?x?xf32>) -> tensor<?x?x?xf32>
  %1 = graph.exp %0 : (tensor<?x?x?xf32>) -> tensor<?x?x?xf32>
  return %1 : tensor<?x?x?xf32>
}""", ["b=1,m=1,k=1,n=1", "b=3,m=17,k=5,n=70", "b=2,m=8,k=31,n=33"]),
    # Attention: softmax over rows whose length is open, in a kernel with a buffer of its own.
    "attention": ("""
func.func @main(%x: tensor<?x20x?xf32> {dl.dims = ["b", 20, "s"]}, %y: tensor<?x20x?xf32> {dl.dims = ["b", 20, "s"]}) -> tensor<?x?x20xf32> {
  %0 = graph.transpose %x permutation [0, 2, 1] : (tensor<?x20x?xf32>) -> tensor<?x?x20xf32>
  %1 = graph.matmul %0, %y : (tensor<?x?x20xf32>, tensor<?x20x?xf32>) -> tensor<?x?x?xf32>
  %2 = graph.softmax %1 axis 2 : (tensor<?x?x?xf32>) -> tensor<?x?x?xf32>
  %3 = graph.matmul %2, %0 : (tensor<?x?x?xf32>, tensor<?x?x20xf32>) -> tensor<?x?x20xf32>
  %4 = graph.add %3, %0 : (tensor<?x?x20xf32>, tensor<?x?x20xf32>) -> tensor<?x?x20xf32>
  return %4 : tensor<?x?x20xf32>
}""", ["b=1,s=1", "b=2,s=47", "b=3,s=64"]),
    "softmax": ("""
func.func @main(%x: tensor<?x?x9xf32> {dl.dims = ["a", "b", 9]}) -> tensor<?x?x9xf32> {
  %0 = graph.softmax %x axis 1 : (tensor<?x?x9xf32>) -> tensor<?x?x9xf32>
  %1 = graph.softmax %0 axis 0 : (tensor<?x?x9xf32>) -> tensor<?x?x9xf32>
  return %1 : tensor<?x?x9xf32>
}""", ["a=1,b=5", "a=33,b=2"]),
    "norm": ("""
func.func @main(%x: tensor<?x5x?x6xf32> {dl.dims = ["a", 5, "b", 6]}, %w: tensor<6xf32>) -> (tensor<?x5x?x6xf32>, tensor<?x?xf32>) {
  %0 = graph.layer_norm %x, %w axis 3 epsilon 1.0e-5 : (tensor<?x5x?x6xf32>, tensor<6xf32>) -> tensor<?x5x?x6xf32>
  %1 = graph.reduce_mean %x axes [1, 3] : (tensor<?x5x?x6xf32>) -> tensor<?x?xf32>
  return %0, %1 : tensor<?x5x?x6xf32>, tensor<?x?xf32>
}""", ["a=2,b=70", "a=7,b=1"]),
    "mean": ("""
func.func @main(%x: tensor<?x5x?x6xf32> {dl.dims = ["a", 5, "b", 6]}) -> (tensor<5x6xf32>, tensor<?x5x1x6xf32>) {
  %0 = graph.reduce_mean %x axes [0, 2] : (tensor<?x5x?x6xf32>) -> tensor<5x6xf32>
  %1 = graph.reduce_mean %x axes [2] keepdims : (tensor<?x5x?x6xf32>) -> tensor<?x5x1x6xf32>
  return %0, %1 : tensor<5x6xf32>, tensor<?x5x1x6xf32>
}""", ["a=2,b=70", "a=7,b=1"]),
    "broadcast": ("""
func.func @main(%x: tensor<?x?xf32> {dl.dims = ["a", "b"]}, %y: tensor<1x?xf32> {dl.dims = [1, "b"]}, %z: tensor<?x1xf32> {dl.dims = ["a", 1]}) -> tensor<?x?xf32> {
  %0 = graph.mul %x, %y : (tensor<?x?xf32>, tensor<1x?xf32>) -> tensor<?x?xf32>
  %1 = graph.add %0, %z : (tensor<?x?xf32>, tensor<?x1xf32>) -> tensor<?x?xf32>
  %2 = graph.transpose %1 permutation [1, 0] : (tensor<?x?xf32>) -> tensor<?x?xf32>
  return %2 : tensor<?x?xf32>
}""", ["a=1,b=127", "a=16,b=3"]),
    "windows": ("""
func.func @main(%x: tensor<?x16x9x11xf32> {dl.dims = ["n", 16, 9, 11]}) -> tensor<?x32x3x6xf32> {
  %w = graph.constant dense<0.25> : tensor<32x16x3x3xf32>
  %0 = graph.conv %x, %w strides [2, 1] pads [1, 1, 1, 1] dilations [1, 1] : (tensor<?x16x9x11xf32>, tensor<32x16x3x3xf32>) -> tensor<?x32x5x11xf32>
  %1 = graph.relu %0 : (tensor<?x32x5x11xf32>) -> tensor<?x32x5x11xf32>
  %2 = graph.max_pool %1 kernel [3, 3] strides [2, 2] pads [1, 1, 1, 1] dilations [1, 1] : (tensor<?x32x5x11xf32>) -> tensor<?x32x3x6xf32>
  return %2 : tensor<?x32x3x6xf32>
}""", ["n=1", "n=6"]),
}

dl_compile, dl_run, folder = sys.argv[1:]
os.chdir(folder)
for name, (text, settings) in CASES.items():
    # Loops of one thread are not parallel: those with tails are worth both.
    numbers = (1, 2) if name in ("matmul", "attention") else (2,)
    with open(name + ".mlir", "w") as file:
        file.write(text)
    for threads in numbers:
        subprocess.run([dl_compile, name + ".mlir", "-o", f"{name}{threads}.so",
                        f"--threads={threads}"], check=True)
    for setting in settings:
        sizes = "--sizes=" + setting
        subprocess.run([dl_run, name + ".mlir", "--target=reference", sizes, "--outputs=want.npz"],
                       check=True)
        for threads in numbers:
            run = subprocess.run([dl_run, f"{name}{threads}.so", sizes, "--compare=want.npz"],
                                 stdout=subprocess.PIPE, text=True)
            same = run.returncode == 0 and "largest error" in run.stdout
            print(name, setting, threads, "agrees" if same else "differs\n" + run.stdout)
