// dl-opt knows the project's dialects beside upstream's, and refuses others.
// RUN: dl-opt --show-dialects | FileCheck %s --check-prefix=DIALECTS
// RUN: not dl-opt %s 2>&1 | FileCheck %s --check-prefix=UNKNOWN

// DIALECTS-DAG: linalg
// DIALECTS-DAG: te
// DIALECTS-DAG: vdla

// UNKNOWN: [[@LINE+1]]:12: error: operation being parsed with an unregistered dialect
"nosuch.op"() : () -> ()
