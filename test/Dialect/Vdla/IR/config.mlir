// RUN: dl-opt %s --split-input-file --verify-diagnostics | FileCheck %s

// CHECK: module attributes {test.machines = [#vdla.config<"block-32x32">, #vdla.config<"block-8x8">, #vdla.config<"paper">, #vdla.config<"weights-256k">]}
module attributes {test.machines = [#vdla.config<"block-32x32">, #vdla.config<"block-8x8">,
                                    #vdla.config<"paper">, #vdla.config<"weights-256k">]} {}

// -----

// expected-error @below {{expected the name of a machine that comes along (block-32x32, block-8x8, paper, weights-256k) or the JSON text of one, got 'board'}}
module attributes {test.machine = #vdla.config<"board">} {}

// -----

// expected-error @below {{expected JSON: [1:3, byte=3]: Expected object key}}
module attributes {test.machine = #vdla.config<"{ 1}">} {}

// -----

// expected-error @below {{expected string}}
// expected-error @below {{failed to parse Vdla_ConfigAttr parameter 'text'}}
module attributes {test.machine = #vdla.config<paper>} {}
