// RUN: dl-opt %s --split-input-file --verify-diagnostics \
// RUN:   | FileCheck %s --check-prefix=REFUSED --allow-empty
// REFUSED-NOT: {{[a-z]}}

// expected-error @+1 {{expected 'schedule.choices' on transform.named_sequence only}}
module attributes {schedule.choices = []} {
}

// -----

module attributes {transform.with_named_sequence} {
  // expected-error @+1 {{expected 'schedule.choices' to be #schedule.choice each, got [1]}}
  transform.named_sequence @f(%k: !transform.any_op {transform.readonly}) attributes {schedule.choices = [1]} {
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  // expected-error @+1 {{expected choices of different names, got "i" twice}}
  transform.named_sequence @f(%k: !transform.any_op {transform.readonly}) attributes {schedule.choices = [#schedule.choice<"i" of [1, 2]>, #schedule.choice<"i" of [3, 4] is 3>]} {
    transform.yield
  }
}

// -----

// expected-error @+1 {{expected candidates of choice "i" that ascend, got [1, 2, 2]}}
#twice = #schedule.choice<"i" of [1, 2, 2]>

// -----

// expected-error @+1 {{expected the decision of choice "i" to be one of its candidates, got 3}}
#other = #schedule.choice<"i" of [1, 2] is 3>

// -----

module attributes {transform.with_named_sequence} {
  // expected-error @+1 {{expected 'schedule.choices' to be #schedule.choice each, got 1 : i64}}
  transform.named_sequence @f(%k: !transform.any_op {transform.readonly}) attributes {schedule.choices = 1 : i64} {
    transform.yield
  }
}

// -----

// expected-error @+2 {{expected integer value}}
// expected-error @+1 {{failed to parse Schedule_ChoiceAttr parameter 'candidates'}}
#none = #schedule.choice<"i" of []>

// -----

// expected-error @+1 {{expected candidates of choice "i" that ascend, got [2, 1]}}
#descend = #schedule.choice<"i" of [2, 1]>
