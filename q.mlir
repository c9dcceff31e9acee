module {
  llvm.func @mm(%arg0: !llvm.ptr, %arg1: !llvm.ptr, %arg2: !llvm.ptr) {
    %0 = llvm.mlir.poison : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
    %1 = llvm.insertvalue %arg2, %0[0] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> 
    %2 = llvm.insertvalue %arg2, %1[1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> 
    %3 = llvm.mlir.constant(0 : index) : i64
    %4 = llvm.insertvalue %3, %2[2] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> 
    %5 = llvm.mlir.constant(64 : index) : i64
    %6 = llvm.insertvalue %5, %4[3, 0] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> 
    %7 = llvm.mlir.constant(64 : index) : i64
    %8 = llvm.insertvalue %7, %6[4, 0] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> 
    %9 = llvm.mlir.constant(64 : index) : i64
    %10 = llvm.insertvalue %9, %8[3, 1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> 
    %11 = llvm.mlir.constant(1 : index) : i64
    %12 = llvm.insertvalue %11, %10[4, 1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> 
    %13 = llvm.mlir.poison : !llvm.struct<(ptr, ptr, i64, array<4 x i64>, array<4 x i64>)>
    %14 = llvm.insertvalue %arg1, %13[0] : !llvm.struct<(ptr, ptr, i64, array<4 x i64>, array<4 x i64>)> 
    %15 = llvm.insertvalue %arg1, %14[1] : !llvm.struct<(ptr, ptr, i64, array<4 x i64>, array<4 x i64>)> 
    %16 = llvm.mlir.constant(0 : index) : i64
    %17 = llvm.insertvalue %16, %15[2] : !llvm.struct<(ptr, ptr, i64, array<4 x i64>, array<4 x i64>)> 
    %18 = llvm.mlir.constant(2 : index) : i64
    %19 = llvm.insertvalue %18, %17[3, 0] : !llvm.struct<(ptr, ptr, i64, array<4 x i64>, array<4 x i64>)> 
    %20 = llvm.mlir.constant(8192 : index) : i64
    %21 = llvm.insertvalue %20, %19[4, 0] : !llvm.struct<(ptr, ptr, i64, array<4 x i64>, array<4 x i64>)> 
    %22 = llvm.mlir.constant(128 : index) : i64
    %23 = llvm.insertvalue %22, %21[3, 1] : !llvm.struct<(ptr, ptr, i64, array<4 x i64>, array<4 x i64>)> 
    %24 = llvm.mlir.constant(64 : index) : i64
    %25 = llvm.insertvalue %24, %23[4, 1] : !llvm.struct<(ptr, ptr, i64, array<4 x i64>, array<4 x i64>)> 
    %26 = llvm.mlir.constant(32 : index) : i64
    %27 = llvm.insertvalue %26, %25[3, 2] : !llvm.struct<(ptr, ptr, i64, array<4 x i64>, array<4 x i64>)> 
    %28 = llvm.mlir.constant(2 : index) : i64
    %29 = llvm.insertvalue %28, %27[4, 2] : !llvm.struct<(ptr, ptr, i64, array<4 x i64>, array<4 x i64>)> 
    %30 = llvm.mlir.constant(2 : index) : i64
    %31 = llvm.insertvalue %30, %29[3, 3] : !llvm.struct<(ptr, ptr, i64, array<4 x i64>, array<4 x i64>)> 
    %32 = llvm.mlir.constant(1 : index) : i64
    %33 = llvm.insertvalue %32, %31[4, 3] : !llvm.struct<(ptr, ptr, i64, array<4 x i64>, array<4 x i64>)> 
    %34 = llvm.mlir.poison : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
    %35 = llvm.insertvalue %arg0, %34[0] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> 
    %36 = llvm.insertvalue %arg0, %35[1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> 
    %37 = llvm.mlir.constant(0 : index) : i64
    %38 = llvm.insertvalue %37, %36[2] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> 
    %39 = llvm.mlir.constant(64 : index) : i64
    %40 = llvm.insertvalue %39, %38[3, 0] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> 
    %41 = llvm.mlir.constant(256 : index) : i64
    %42 = llvm.insertvalue %41, %40[4, 0] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> 
    %43 = llvm.mlir.constant(256 : index) : i64
    %44 = llvm.insertvalue %43, %42[3, 1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> 
    %45 = llvm.mlir.constant(1 : index) : i64
    %46 = llvm.insertvalue %45, %44[4, 1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> 
    %47 = llvm.mlir.constant(8192 : index) : i64
    %48 = llvm.mlir.constant(0 : index) : i64
    %49 = llvm.mlir.constant(1 : index) : i64
    %50 = llvm.mlir.constant(2 : index) : i64
    %51 = llvm.mlir.constant(16 : index) : i64
    %52 = llvm.mlir.constant(32 : index) : i64
    %53 = llvm.mlir.constant(64 : index) : i64
    %54 = llvm.mlir.constant(128 : index) : i64
    llvm.br ^bb1(%48 : i64)
  ^bb1(%55: i64):  // 2 preds: ^bb0, ^bb8
    %56 = llvm.icmp "slt" %55, %50 : i64
    llvm.cond_br %56, ^bb2, ^bb9
  ^bb2:  // pred: ^bb1
    llvm.br ^bb3(%48 : i64)
  ^bb3(%57: i64):  // 2 preds: ^bb2, ^bb7
    %58 = llvm.icmp "slt" %57, %53 : i64
    llvm.cond_br %58, ^bb4, ^bb8
  ^bb4:  // pred: ^bb3
    %59 = llvm.add %57, %51 : i64
    %60 = llvm.mlir.constant(16 : i16) : i16
    %61 = llvm.mlir.constant(64 : i16) : i16
    %62 = llvm.call_intrinsic "llvm.x86.tilezero.internal"(%60, %61) : (i16, i16) -> !llvm.x86_amx
    %63 = llvm.mlir.constant(16 : i16) : i16
    %64 = llvm.mlir.constant(64 : i16) : i16
    %65 = llvm.call_intrinsic "llvm.x86.tilezero.internal"(%63, %64) : (i16, i16) -> !llvm.x86_amx
    %66 = llvm.mlir.constant(16 : i16) : i16
    %67 = llvm.mlir.constant(64 : i16) : i16
    %68 = llvm.call_intrinsic "llvm.x86.tilezero.internal"(%66, %67) : (i16, i16) -> !llvm.x86_amx
    %69 = llvm.mlir.constant(16 : i16) : i16
    %70 = llvm.mlir.constant(64 : i16) : i16
    %71 = llvm.call_intrinsic "llvm.x86.tilezero.internal"(%69, %70) : (i16, i16) -> !llvm.x86_amx
    %72 = llvm.extractvalue %33[0] : !llvm.struct<(ptr, ptr, i64, array<4 x i64>, array<4 x i64>)> 
    %73 = llvm.extractvalue %33[1] : !llvm.struct<(ptr, ptr, i64, array<4 x i64>, array<4 x i64>)> 
    %74 = llvm.mlir.poison : !llvm.struct<(ptr, ptr, i64)>
    %75 = llvm.insertvalue %72, %74[0] : !llvm.struct<(ptr, ptr, i64)> 
    %76 = llvm.insertvalue %73, %75[1] : !llvm.struct<(ptr, ptr, i64)> 
    %77 = llvm.mlir.constant(0 : index) : i64
    %78 = llvm.insertvalue %77, %76[2] : !llvm.struct<(ptr, ptr, i64)> 
    %79 = llvm.extractvalue %33[2] : !llvm.struct<(ptr, ptr, i64, array<4 x i64>, array<4 x i64>)> 
    %80 = llvm.extractvalue %33[3, 0] : !llvm.struct<(ptr, ptr, i64, array<4 x i64>, array<4 x i64>)> 
    %81 = llvm.extractvalue %33[3, 1] : !llvm.struct<(ptr, ptr, i64, array<4 x i64>, array<4 x i64>)> 
    %82 = llvm.extractvalue %33[3, 2] : !llvm.struct<(ptr, ptr, i64, array<4 x i64>, array<4 x i64>)> 
    %83 = llvm.extractvalue %33[3, 3] : !llvm.struct<(ptr, ptr, i64, array<4 x i64>, array<4 x i64>)> 
    %84 = llvm.extractvalue %33[4, 0] : !llvm.struct<(ptr, ptr, i64, array<4 x i64>, array<4 x i64>)> 
    %85 = llvm.extractvalue %33[4, 1] : !llvm.struct<(ptr, ptr, i64, array<4 x i64>, array<4 x i64>)> 
    %86 = llvm.extractvalue %33[4, 2] : !llvm.struct<(ptr, ptr, i64, array<4 x i64>, array<4 x i64>)> 
    %87 = llvm.extractvalue %33[4, 3] : !llvm.struct<(ptr, ptr, i64, array<4 x i64>, array<4 x i64>)> 
    %88 = llvm.mul %55, %47 overflow<nsw> : i64
    %89 = llvm.mlir.poison : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
    %90 = llvm.extractvalue %78[0] : !llvm.struct<(ptr, ptr, i64)> 
    %91 = llvm.extractvalue %78[1] : !llvm.struct<(ptr, ptr, i64)> 
    %92 = llvm.insertvalue %90, %89[0] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> 
    %93 = llvm.insertvalue %91, %92[1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> 
    %94 = llvm.insertvalue %88, %93[2] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> 
    %95 = llvm.mlir.constant(128 : index) : i64
    %96 = llvm.insertvalue %95, %94[3, 0] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> 
    %97 = llvm.mlir.constant(64 : index) : i64
    %98 = llvm.insertvalue %97, %96[4, 0] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> 
    %99 = llvm.mlir.constant(64 : index) : i64
    %100 = llvm.insertvalue %99, %98[3, 1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> 
    %101 = llvm.mlir.constant(1 : index) : i64
    %102 = llvm.insertvalue %101, %100[4, 1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> 
    llvm.br ^bb5(%48, %62, %65, %68, %71 : i64, !llvm.x86_amx, !llvm.x86_amx, !llvm.x86_amx, !llvm.x86_amx)
  ^bb5(%103: i64, %104: !llvm.x86_amx, %105: !llvm.x86_amx, %106: !llvm.x86_amx, %107: !llvm.x86_amx):  // 2 preds: ^bb4, ^bb6
    %108 = llvm.icmp "slt" %103, %54 : i64
    llvm.cond_br %108, ^bb6, ^bb7
  ^bb6:  // pred: ^bb5
    %109 = llvm.mul %103, %50 : i64
    %110 = llvm.mlir.constant(16 : i16) : i16
    %111 = llvm.mlir.constant(64 : i16) : i16
    %112 = llvm.extractvalue %46[1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> 
    %113 = llvm.mlir.constant(256 : index) : i64
    %114 = llvm.mul %57, %113 : i64
    %115 = llvm.add %114, %109 : i64
    %116 = llvm.getelementptr %112[%115] : (!llvm.ptr, i64) -> !llvm.ptr, bf16
    %117 = llvm.mlir.constant(512 : i64) : i64
    %118 = llvm.call_intrinsic "llvm.x86.tileloadd64.internal"(%110, %111, %116, %117) : (i16, i16, !llvm.ptr, i64) -> !llvm.x86_amx
    %119 = llvm.mlir.constant(16 : i16) : i16
    %120 = llvm.mlir.constant(64 : i16) : i16
    %121 = llvm.extractvalue %46[1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> 
    %122 = llvm.mlir.constant(256 : index) : i64
    %123 = llvm.mul %59, %122 : i64
    %124 = llvm.add %123, %109 : i64
    %125 = llvm.getelementptr %121[%124] : (!llvm.ptr, i64) -> !llvm.ptr, bf16
    %126 = llvm.mlir.constant(512 : i64) : i64
    %127 = llvm.call_intrinsic "llvm.x86.tileloadd64.internal"(%119, %120, %125, %126) : (i16, i16, !llvm.ptr, i64) -> !llvm.x86_amx
    %128 = llvm.mlir.constant(16 : i16) : i16
    %129 = llvm.mlir.constant(64 : i16) : i16
    %130 = llvm.extractvalue %102[1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> 
    %131 = llvm.extractvalue %102[2] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> 
    %132 = llvm.getelementptr %130[%131] : (!llvm.ptr, i64) -> !llvm.ptr, bf16
    %133 = llvm.mlir.constant(64 : index) : i64
    %134 = llvm.mul %103, %133 : i64
    %135 = llvm.add %134, %48 : i64
    %136 = llvm.getelementptr %132[%135] : (!llvm.ptr, i64) -> !llvm.ptr, bf16
    %137 = llvm.mlir.constant(128 : i64) : i64
    %138 = llvm.call_intrinsic "llvm.x86.tileloadd64.internal"(%128, %129, %136, %137) : (i16, i16, !llvm.ptr, i64) -> !llvm.x86_amx
    %139 = llvm.mlir.constant(16 : i16) : i16
    %140 = llvm.mlir.constant(64 : i16) : i16
    %141 = llvm.extractvalue %102[1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> 
    %142 = llvm.extractvalue %102[2] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> 
    %143 = llvm.getelementptr %141[%142] : (!llvm.ptr, i64) -> !llvm.ptr, bf16
    %144 = llvm.mlir.constant(64 : index) : i64
    %145 = llvm.mul %103, %144 : i64
    %146 = llvm.add %145, %52 : i64
    %147 = llvm.getelementptr %143[%146] : (!llvm.ptr, i64) -> !llvm.ptr, bf16
    %148 = llvm.mlir.constant(128 : i64) : i64
    %149 = llvm.call_intrinsic "llvm.x86.tileloadd64.internal"(%139, %140, %147, %148) : (i16, i16, !llvm.ptr, i64) -> !llvm.x86_amx
    %150 = llvm.mlir.constant(16 : i16) : i16
    %151 = llvm.mlir.constant(64 : i16) : i16
    %152 = llvm.mlir.constant(16 : i16) : i16
    %153 = llvm.mlir.constant(64 : i16) : i16
    %154 = llvm.call_intrinsic "llvm.x86.tdpbf16ps.internal"(%150, %153, %151, %104, %118, %138) : (i16, i16, i16, !llvm.x86_amx, !llvm.x86_amx, !llvm.x86_amx) -> !llvm.x86_amx
    %155 = llvm.mlir.constant(16 : i16) : i16
    %156 = llvm.mlir.constant(64 : i16) : i16
    %157 = llvm.mlir.constant(16 : i16) : i16
    %158 = llvm.mlir.constant(64 : i16) : i16
    %159 = llvm.call_intrinsic "llvm.x86.tdpbf16ps.internal"(%155, %158, %156, %105, %118, %149) : (i16, i16, i16, !llvm.x86_amx, !llvm.x86_amx, !llvm.x86_amx) -> !llvm.x86_amx
    %160 = llvm.mlir.constant(16 : i16) : i16
    %161 = llvm.mlir.constant(64 : i16) : i16
    %162 = llvm.mlir.constant(16 : i16) : i16
    %163 = llvm.mlir.constant(64 : i16) : i16
    %164 = llvm.call_intrinsic "llvm.x86.tdpbf16ps.internal"(%160, %163, %161, %106, %127, %138) : (i16, i16, i16, !llvm.x86_amx, !llvm.x86_amx, !llvm.x86_amx) -> !llvm.x86_amx
    %165 = llvm.mlir.constant(16 : i16) : i16
    %166 = llvm.mlir.constant(64 : i16) : i16
    %167 = llvm.mlir.constant(16 : i16) : i16
    %168 = llvm.mlir.constant(64 : i16) : i16
    %169 = llvm.call_intrinsic "llvm.x86.tdpbf16ps.internal"(%165, %168, %166, %107, %127, %149) : (i16, i16, i16, !llvm.x86_amx, !llvm.x86_amx, !llvm.x86_amx) -> !llvm.x86_amx
    %170 = llvm.add %103, %51 : i64
    llvm.br ^bb5(%170, %154, %159, %164, %169 : i64, !llvm.x86_amx, !llvm.x86_amx, !llvm.x86_amx, !llvm.x86_amx)
  ^bb7:  // pred: ^bb5
    %171 = llvm.mul %55, %52 : i64
    %172 = llvm.add %171, %51 : i64
    %173 = llvm.mlir.constant(16 : i16) : i16
    %174 = llvm.mlir.constant(64 : i16) : i16
    %175 = llvm.extractvalue %12[1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> 
    %176 = llvm.mlir.constant(64 : index) : i64
    %177 = llvm.mul %57, %176 : i64
    %178 = llvm.add %177, %171 : i64
    %179 = llvm.getelementptr %175[%178] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    %180 = llvm.mlir.constant(256 : i64) : i64
    llvm.call_intrinsic "llvm.x86.tilestored64.internal"(%173, %174, %179, %180, %104) : (i16, i16, !llvm.ptr, i64, !llvm.x86_amx) -> ()
    %181 = llvm.mlir.constant(16 : i16) : i16
    %182 = llvm.mlir.constant(64 : i16) : i16
    %183 = llvm.extractvalue %12[1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> 
    %184 = llvm.mlir.constant(64 : index) : i64
    %185 = llvm.mul %57, %184 : i64
    %186 = llvm.add %185, %172 : i64
    %187 = llvm.getelementptr %183[%186] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    %188 = llvm.mlir.constant(256 : i64) : i64
    llvm.call_intrinsic "llvm.x86.tilestored64.internal"(%181, %182, %187, %188, %105) : (i16, i16, !llvm.ptr, i64, !llvm.x86_amx) -> ()
    %189 = llvm.mlir.constant(16 : i16) : i16
    %190 = llvm.mlir.constant(64 : i16) : i16
    %191 = llvm.extractvalue %12[1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> 
    %192 = llvm.mlir.constant(64 : index) : i64
    %193 = llvm.mul %59, %192 : i64
    %194 = llvm.add %193, %171 : i64
    %195 = llvm.getelementptr %191[%194] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    %196 = llvm.mlir.constant(256 : i64) : i64
    llvm.call_intrinsic "llvm.x86.tilestored64.internal"(%189, %190, %195, %196, %106) : (i16, i16, !llvm.ptr, i64, !llvm.x86_amx) -> ()
    %197 = llvm.mlir.constant(16 : i16) : i16
    %198 = llvm.mlir.constant(64 : i16) : i16
    %199 = llvm.extractvalue %12[1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> 
    %200 = llvm.mlir.constant(64 : index) : i64
    %201 = llvm.mul %59, %200 : i64
    %202 = llvm.add %201, %172 : i64
    %203 = llvm.getelementptr %199[%202] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    %204 = llvm.mlir.constant(256 : i64) : i64
    llvm.call_intrinsic "llvm.x86.tilestored64.internal"(%197, %198, %203, %204, %107) : (i16, i16, !llvm.ptr, i64, !llvm.x86_amx) -> ()
    %205 = llvm.add %57, %52 : i64
    llvm.br ^bb3(%205 : i64)
  ^bb8:  // pred: ^bb3
    %206 = llvm.add %55, %49 : i64
    llvm.br ^bb1(%206 : i64)
  ^bb9:  // pred: ^bb1
    llvm.return
  }
}

