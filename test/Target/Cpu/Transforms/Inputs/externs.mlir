func.func private @scale(!llvm.ptr)
memref.global "private" @table : memref<4xf32>
