; ModuleID = 'LLVMDialectModule'
source_filename = "LLVMDialectModule"

define void @mm(ptr %0, ptr %1, ptr %2) {
  %4 = insertvalue { ptr, ptr, i64, [2 x i64], [2 x i64] } poison, ptr %2, 0
  %5 = insertvalue { ptr, ptr, i64, [2 x i64], [2 x i64] } %4, ptr %2, 1
  %6 = insertvalue { ptr, ptr, i64, [2 x i64], [2 x i64] } %5, i64 0, 2
  %7 = insertvalue { ptr, ptr, i64, [2 x i64], [2 x i64] } %6, i64 64, 3, 0
  %8 = insertvalue { ptr, ptr, i64, [2 x i64], [2 x i64] } %7, i64 64, 4, 0
  %9 = insertvalue { ptr, ptr, i64, [2 x i64], [2 x i64] } %8, i64 64, 3, 1
  %10 = insertvalue { ptr, ptr, i64, [2 x i64], [2 x i64] } %9, i64 1, 4, 1
  %11 = insertvalue { ptr, ptr, i64, [4 x i64], [4 x i64] } poison, ptr %1, 0
  %12 = insertvalue { ptr, ptr, i64, [4 x i64], [4 x i64] } %11, ptr %1, 1
  %13 = insertvalue { ptr, ptr, i64, [4 x i64], [4 x i64] } %12, i64 0, 2
  %14 = insertvalue { ptr, ptr, i64, [4 x i64], [4 x i64] } %13, i64 2, 3, 0
  %15 = insertvalue { ptr, ptr, i64, [4 x i64], [4 x i64] } %14, i64 8192, 4, 0
  %16 = insertvalue { ptr, ptr, i64, [4 x i64], [4 x i64] } %15, i64 128, 3, 1
  %17 = insertvalue { ptr, ptr, i64, [4 x i64], [4 x i64] } %16, i64 64, 4, 1
  %18 = insertvalue { ptr, ptr, i64, [4 x i64], [4 x i64] } %17, i64 32, 3, 2
  %19 = insertvalue { ptr, ptr, i64, [4 x i64], [4 x i64] } %18, i64 2, 4, 2
  %20 = insertvalue { ptr, ptr, i64, [4 x i64], [4 x i64] } %19, i64 2, 3, 3
  %21 = insertvalue { ptr, ptr, i64, [4 x i64], [4 x i64] } %20, i64 1, 4, 3
  %22 = insertvalue { ptr, ptr, i64, [2 x i64], [2 x i64] } poison, ptr %0, 0
  %23 = insertvalue { ptr, ptr, i64, [2 x i64], [2 x i64] } %22, ptr %0, 1
  %24 = insertvalue { ptr, ptr, i64, [2 x i64], [2 x i64] } %23, i64 0, 2
  %25 = insertvalue { ptr, ptr, i64, [2 x i64], [2 x i64] } %24, i64 64, 3, 0
  %26 = insertvalue { ptr, ptr, i64, [2 x i64], [2 x i64] } %25, i64 256, 4, 0
  %27 = insertvalue { ptr, ptr, i64, [2 x i64], [2 x i64] } %26, i64 256, 3, 1
  %28 = insertvalue { ptr, ptr, i64, [2 x i64], [2 x i64] } %27, i64 1, 4, 1
  br label %29

29:                                               ; preds = %124, %3
  %30 = phi i64 [ %125, %124 ], [ 0, %3 ]
  %31 = icmp slt i64 %30, 2
  br i1 %31, label %32, label %126

32:                                               ; preds = %29
  br label %33

33:                                               ; preds = %104, %32
  %34 = phi i64 [ %123, %104 ], [ 0, %32 ]
  %35 = icmp slt i64 %34, 64
  br i1 %35, label %36, label %124

36:                                               ; preds = %33
  %37 = add i64 %34, 16
  %38 = call x86_amx @llvm.x86.tilezero.internal(i16 16, i16 64)
  %39 = call x86_amx @llvm.x86.tilezero.internal(i16 16, i16 64)
  %40 = call x86_amx @llvm.x86.tilezero.internal(i16 16, i16 64)
  %41 = call x86_amx @llvm.x86.tilezero.internal(i16 16, i16 64)
  %42 = extractvalue { ptr, ptr, i64, [4 x i64], [4 x i64] } %21, 0
  %43 = extractvalue { ptr, ptr, i64, [4 x i64], [4 x i64] } %21, 1
  %44 = insertvalue { ptr, ptr, i64 } poison, ptr %42, 0
  %45 = insertvalue { ptr, ptr, i64 } %44, ptr %43, 1
  %46 = insertvalue { ptr, ptr, i64 } %45, i64 0, 2
  %47 = extractvalue { ptr, ptr, i64, [4 x i64], [4 x i64] } %21, 2
  %48 = extractvalue { ptr, ptr, i64, [4 x i64], [4 x i64] } %21, 3, 0
  %49 = extractvalue { ptr, ptr, i64, [4 x i64], [4 x i64] } %21, 3, 1
  %50 = extractvalue { ptr, ptr, i64, [4 x i64], [4 x i64] } %21, 3, 2
  %51 = extractvalue { ptr, ptr, i64, [4 x i64], [4 x i64] } %21, 3, 3
  %52 = extractvalue { ptr, ptr, i64, [4 x i64], [4 x i64] } %21, 4, 0
  %53 = extractvalue { ptr, ptr, i64, [4 x i64], [4 x i64] } %21, 4, 1
  %54 = extractvalue { ptr, ptr, i64, [4 x i64], [4 x i64] } %21, 4, 2
  %55 = extractvalue { ptr, ptr, i64, [4 x i64], [4 x i64] } %21, 4, 3
  %56 = mul nsw i64 %30, 8192
  %57 = extractvalue { ptr, ptr, i64 } %46, 0
  %58 = extractvalue { ptr, ptr, i64 } %46, 1
  %59 = insertvalue { ptr, ptr, i64, [2 x i64], [2 x i64] } poison, ptr %57, 0
  %60 = insertvalue { ptr, ptr, i64, [2 x i64], [2 x i64] } %59, ptr %58, 1
  %61 = insertvalue { ptr, ptr, i64, [2 x i64], [2 x i64] } %60, i64 %56, 2
  %62 = insertvalue { ptr, ptr, i64, [2 x i64], [2 x i64] } %61, i64 128, 3, 0
  %63 = insertvalue { ptr, ptr, i64, [2 x i64], [2 x i64] } %62, i64 64, 4, 0
  %64 = insertvalue { ptr, ptr, i64, [2 x i64], [2 x i64] } %63, i64 64, 3, 1
  %65 = insertvalue { ptr, ptr, i64, [2 x i64], [2 x i64] } %64, i64 1, 4, 1
  br label %66

66:                                               ; preds = %73, %36
  %67 = phi i64 [ %103, %73 ], [ 0, %36 ]
  %68 = phi x86_amx [ %99, %73 ], [ %38, %36 ]
  %69 = phi x86_amx [ %100, %73 ], [ %39, %36 ]
  %70 = phi x86_amx [ %101, %73 ], [ %40, %36 ]
  %71 = phi x86_amx [ %102, %73 ], [ %41, %36 ]
  %72 = icmp slt i64 %67, 128
  br i1 %72, label %73, label %104

73:                                               ; preds = %66
  %74 = mul i64 %67, 2
  %75 = extractvalue { ptr, ptr, i64, [2 x i64], [2 x i64] } %28, 1
  %76 = mul i64 %34, 256
  %77 = add i64 %76, %74
  %78 = getelementptr bfloat, ptr %75, i64 %77
  %79 = call x86_amx @llvm.x86.tileloadd64.internal(i16 16, i16 64, ptr %78, i64 512)
  %80 = extractvalue { ptr, ptr, i64, [2 x i64], [2 x i64] } %28, 1
  %81 = mul i64 %37, 256
  %82 = add i64 %81, %74
  %83 = getelementptr bfloat, ptr %80, i64 %82
  %84 = call x86_amx @llvm.x86.tileloadd64.internal(i16 16, i16 64, ptr %83, i64 512)
  %85 = extractvalue { ptr, ptr, i64, [2 x i64], [2 x i64] } %65, 1
  %86 = extractvalue { ptr, ptr, i64, [2 x i64], [2 x i64] } %65, 2
  %87 = getelementptr bfloat, ptr %85, i64 %86
  %88 = mul i64 %67, 64
  %89 = add i64 %88, 0
  %90 = getelementptr bfloat, ptr %87, i64 %89
  %91 = call x86_amx @llvm.x86.tileloadd64.internal(i16 16, i16 64, ptr %90, i64 128)
  %92 = extractvalue { ptr, ptr, i64, [2 x i64], [2 x i64] } %65, 1
  %93 = extractvalue { ptr, ptr, i64, [2 x i64], [2 x i64] } %65, 2
  %94 = getelementptr bfloat, ptr %92, i64 %93
  %95 = mul i64 %67, 64
  %96 = add i64 %95, 32
  %97 = getelementptr bfloat, ptr %94, i64 %96
  %98 = call x86_amx @llvm.x86.tileloadd64.internal(i16 16, i16 64, ptr %97, i64 128)
  %99 = call x86_amx @llvm.x86.tdpbf16ps.internal(i16 16, i16 64, i16 64, x86_amx %68, x86_amx %79, x86_amx %91)
  %100 = call x86_amx @llvm.x86.tdpbf16ps.internal(i16 16, i16 64, i16 64, x86_amx %69, x86_amx %79, x86_amx %98)
  %101 = call x86_amx @llvm.x86.tdpbf16ps.internal(i16 16, i16 64, i16 64, x86_amx %70, x86_amx %84, x86_amx %91)
  %102 = call x86_amx @llvm.x86.tdpbf16ps.internal(i16 16, i16 64, i16 64, x86_amx %71, x86_amx %84, x86_amx %98)
  %103 = add i64 %67, 16
  br label %66

104:                                              ; preds = %66
  %105 = mul i64 %30, 32
  %106 = add i64 %105, 16
  %107 = extractvalue { ptr, ptr, i64, [2 x i64], [2 x i64] } %10, 1
  %108 = mul i64 %34, 64
  %109 = add i64 %108, %105
  %110 = getelementptr float, ptr %107, i64 %109
  call void @llvm.x86.tilestored64.internal(i16 16, i16 64, ptr %110, i64 256, x86_amx %68)
  %111 = extractvalue { ptr, ptr, i64, [2 x i64], [2 x i64] } %10, 1
  %112 = mul i64 %34, 64
  %113 = add i64 %112, %106
  %114 = getelementptr float, ptr %111, i64 %113
  call void @llvm.x86.tilestored64.internal(i16 16, i16 64, ptr %114, i64 256, x86_amx %69)
  %115 = extractvalue { ptr, ptr, i64, [2 x i64], [2 x i64] } %10, 1
  %116 = mul i64 %37, 64
  %117 = add i64 %116, %105
  %118 = getelementptr float, ptr %115, i64 %117
  call void @llvm.x86.tilestored64.internal(i16 16, i16 64, ptr %118, i64 256, x86_amx %70)
  %119 = extractvalue { ptr, ptr, i64, [2 x i64], [2 x i64] } %10, 1
  %120 = mul i64 %37, 64
  %121 = add i64 %120, %106
  %122 = getelementptr float, ptr %119, i64 %121
  call void @llvm.x86.tilestored64.internal(i16 16, i16 64, ptr %122, i64 256, x86_amx %71)
  %123 = add i64 %34, 32
  br label %33

124:                                              ; preds = %33
  %125 = add i64 %30, 1
  br label %29

126:                                              ; preds = %29
  ret void
}

; Function Attrs: nounwind
declare x86_amx @llvm.x86.tilezero.internal(i16, i16) #0

; Function Attrs: nounwind
declare void @llvm.x86.tilestored64.internal(i16, i16, ptr, i64, x86_amx) #0

; Function Attrs: nounwind
declare x86_amx @llvm.x86.tileloadd64.internal(i16, i16, ptr, i64) #0

; Function Attrs: nounwind
declare x86_amx @llvm.x86.tdpbf16ps.internal(i16, i16, i16, x86_amx, x86_amx, x86_amx) #0

attributes #0 = { nounwind }

!llvm.module.flags = !{!0}

!0 = !{i32 2, !"Debug Info Version", i32 3}
