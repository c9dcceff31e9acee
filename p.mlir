func.func @mm(%A: memref<64x256xbf16>, %B: memref<2x128x32x2xbf16>, %C: memref<64x64xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c16 = arith.constant 16 : index
  %c32 = arith.constant 32 : index
  %c64 = arith.constant 64 : index
  %c128 = arith.constant 128 : index
  scf.for %j = %c0 to %c2 step %c1 {
  scf.for %i = %c0 to %c64 step %c32 {
    %i1 = arith.addi %i, %c16 : index
    %z0 = amx.tile_zero : !amx.tile<16x16xf32>
    %z1 = amx.tile_zero : !amx.tile<16x16xf32>
    %z2 = amx.tile_zero : !amx.tile<16x16xf32>
    %z3 = amx.tile_zero : !amx.tile<16x16xf32>
    %bs = memref.subview %B[%j,0,0,0][1,128,32,2][1,1,1,1] : memref<2x128x32x2xbf16> to memref<128x32x2xbf16, strided<[64,2,1], offset: ?>>
    %bc = memref.collapse_shape %bs [[0],[1,2]] : memref<128x32x2xbf16, strided<[64,2,1], offset: ?>> into memref<128x64xbf16, strided<[64,1], offset: ?>>
    %r:4 = scf.for %k = %c0 to %c128 step %c16 iter_args(%a0 = %z0, %a1=%z1,%a2=%z2,%a3=%z3) -> (!amx.tile<16x16xf32>,!amx.tile<16x16xf32>,!amx.tile<16x16xf32>,!amx.tile<16x16xf32>) {
      %k2 = arith.muli %k, %c2 : index
      %x0 = amx.tile_load %A[%i, %k2] : memref<64x256xbf16> into !amx.tile<16x32xbf16>
      %x1 = amx.tile_load %A[%i1, %k2] : memref<64x256xbf16> into !amx.tile<16x32xbf16>
      %y0 = amx.tile_load %bc[%k, %c0] : memref<128x64xbf16, strided<[64,1], offset: ?>> into !amx.tile<16x32xbf16>
      %y1 = amx.tile_load %bc[%k, %c32] : memref<128x64xbf16, strided<[64,1], offset: ?>> into !amx.tile<16x32xbf16>
      %r0 = amx.tile_mulf %x0, %y0, %a0 : !amx.tile<16x32xbf16>, !amx.tile<16x32xbf16>, !amx.tile<16x16xf32>
      %r1 = amx.tile_mulf %x0, %y1, %a1 : !amx.tile<16x32xbf16>, !amx.tile<16x32xbf16>, !amx.tile<16x16xf32>
      %r2 = amx.tile_mulf %x1, %y0, %a2 : !amx.tile<16x32xbf16>, !amx.tile<16x32xbf16>, !amx.tile<16x16xf32>
      %r3 = amx.tile_mulf %x1, %y1, %a3 : !amx.tile<16x32xbf16>, !amx.tile<16x32xbf16>, !amx.tile<16x16xf32>
      scf.yield %r0,%r1,%r2,%r3 : !amx.tile<16x16xf32>,!amx.tile<16x16xf32>,!amx.tile<16x16xf32>,!amx.tile<16x16xf32>
    }
    %jc = arith.muli %j, %c32 : index
    %jd = arith.addi %jc, %c16 : index
    amx.tile_store %C[%i, %jc], %r#0 : memref<64x64xf32>, !amx.tile<16x16xf32>
    amx.tile_store %C[%i, %jd], %r#1 : memref<64x64xf32>, !amx.tile<16x16xf32>
    amx.tile_store %C[%i1, %jc], %r#2 : memref<64x64xf32>, !amx.tile<16x16xf32>
    amx.tile_store %C[%i1, %jd], %r#3 : memref<64x64xf32>, !amx.tile<16x16xf32>
  }}
  return
}
