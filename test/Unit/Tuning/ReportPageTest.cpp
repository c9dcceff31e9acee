//===-- ReportPageTest.cpp - a search as a page ------------------------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Pages of records that are made up.
//
//===----------------------------------------------------------------------===//
#include "ReportRecords.h"

using namespace dl::tuning;
using llvm::StringRef;

namespace {

using ReportPageTest = ReportRecords;

TEST_F(ReportPageTest, PageOfATask) {
  addSearch();
  std::string page = getPage();
  EXPECT_EQ(findLines(page, "<h1>"), (Lines{"<h1>Tuning of <bdi>records</bdi></h1>"}));
  EXPECT_EQ(findLines(page, "class=\"facts\""),
            (Lines{"<p class=\"facts\">1 task, 10 records</p>",
                   "<p class=\"facts\">computes <bdi>MatMul_0</bdi>; for <bdi>small</bdi>, 1 "
                   "thread; task <code>aaaaaaaaaaaa</code></p>"}));
  EXPECT_EQ(
      findLines(page, "<tr><th scope=\"row\""),
      (Lines{"<tr><th scope=\"row\"><a href=\"#t-aaaaaaaaaaaa\"><bdi>product</bdi></a></th><td>5"
             "</td><td>2</td><td>9.00</td><td>4.50</td><td>2.000</td></tr>"}));
  EXPECT_EQ(
      findLines(page, "class=\"times\""),
      (Lines{"<p class=\"times\">The rules' schedule takes <strong>9.00 us</strong>, the best "
             "one <strong>4.50 us</strong>: speed-up <strong>2.000</strong>. Trial 3 found "
             "it (<bdi>evolution</bdi>).</p>"}));
  EXPECT_EQ(findLines(page, "type=\"range\"").size(), 1u);
  EXPECT_EQ(findLines(page, "class=\"key failed\"").size(), 1u);
  EXPECT_EQ(findLines(page, "class=\"note\""),
            (Lines{"<p class=\"note\">1 records with weights elsewhere than the best had them are "
                   "not shown.</p>"}));
  EXPECT_NE(page.find("<th scope=\"col\">ok</th><th scope=\"col\">crash</th><th "
                      "scope=\"col\">wrong-answer</th></tr>\n<tr><td>8</td><td>1</td><td>1</td>"),
            std::string::npos);
  EXPECT_EQ(findLines(page, "<summary>Steps").front(),
            "<details><summary>Steps of the best schedule beside those of the rules</summary>");
  EXPECT_EQ(findLines(page, "none: the plain loops").size(), 2u);
  EXPECT_EQ(findLines(page, "Nothing can be told"),
            (Lines{"<p>Nothing can be told: expected the module of a task to have a kernel "
                   "@kernel.</p>"}));
}

TEST_F(ReportPageTest, PageOfTheRulesAlone) {
  addKernel('b', /*threads=*/2);
  Record rules = make("rules", 0, '1', {8});
  rules.task = makeHash('b');
  rules.threads = 2;
  add(rules);
  // Without a kernel, and without the rules.
  Record other = make("evolution", 0, '2', {8});
  other.task = makeHash('c');
  add(other);
  std::string page = getPage();
  EXPECT_EQ(findLines(page, "class=\"facts\""),
            (Lines{"<p class=\"facts\">2 tasks, 2 records</p>",
                   "<p class=\"facts\">computes <bdi>MatMul_0</bdi>; for <bdi>small</bdi>, 2 "
                   "threads; task <code>bbbbbbbbbbbb</code></p>",
                   "<p class=\"facts\">for <bdi>small</bdi>, 1 thread; task "
                   "<code>cccccccccccc</code></p>"}));
  EXPECT_EQ(
      findLines(page, "class=\"times\""),
      (Lines{"<p class=\"times\">The rules' schedule takes <strong>8.00 us</strong>, the best "
             "one <strong>8.00 us</strong>: speed-up <strong>1.000</strong>.</p>",
             "<p class=\"times\">The best schedule takes <strong>8.00 us</strong>; the rules' "
             "was not measured. Trial 1 found it (<bdi>evolution</bdi>).</p>"}));
  EXPECT_EQ(findLines(page, "<summary>Steps"),
            (Lines{"<details><summary>Steps of the best schedule, which is the rules'</summary>",
                   "<details><summary>Steps of the best schedule</summary>"}));
  EXPECT_EQ(findLines(page, "type=\"range\"").size(), 1u);
  EXPECT_EQ(findLines(page, "class=\"key failed\"").size(), 0u);
  EXPECT_EQ(findLines(page, "class=\"note\"").size(), 0u);
  EXPECT_EQ(findLines(page, "class=\"messages\"").size(), 0u);
  EXPECT_EQ(findLines(page, "id=\"trials\"").front(),
            "<script type=\"application/json\" id=\"trials\">[[8]]</script>");
}

TEST_F(ReportPageTest, PagesCutLongLists) {
  auto addFailures = [&](int messages) {
    for (int number = 0; number < messages; ++number)
      for (int times = 0; times <= number; ++times)
        add(makeFailed(number, '1', Outcome::Crash, "message " + std::to_string(number)));
  };
  addFailures(8);
  EXPECT_EQ(findLines(getPage(), "other messages"), Lines{});
  addFailures(9);
  std::string page = getPage();
  // The most frequent ones first.
  EXPECT_EQ(
      findLines(page, "message "),
      (Lines{
          "<li>16 x crash: <bdi>message 7</bdi></li>", "<li>14 x crash: <bdi>message 6</bdi></li>",
          "<li>12 x crash: <bdi>message 5</bdi></li>", "<li>10 x crash: <bdi>message 4</bdi></li>",
          "<li>9 x crash: <bdi>message 8</bdi></li>", "<li>8 x crash: <bdi>message 3</bdi></li>",
          "<li>6 x crash: <bdi>message 2</bdi></li>", "<li>4 x crash: <bdi>message 1</bdi></li>"}));
  EXPECT_EQ(findLines(page, "other messages"), (Lines{"<li>and 1 other messages</li>"}));
  // Steps of the best that the rules do not have are its own.
  Record rules = make("rules", 0, '2', {8}), best = make("evolution", 0, '3', {4});
  rules.steps.assign(200, dl::schedule::Parallel(0, 1));
  best.steps.assign(201, dl::schedule::Parallel(0, 1));
  best.steps[0] = dl::schedule::Vectorize(0, 2);
  add(rules);
  add(best);
  page = getPage();
  EXPECT_EQ(findLines(page, " more</p>"), (Lines{"<p>and 1 more</p>"}));
  EXPECT_EQ(findLines(page, "<li>stage 0: parallel axis 1</li>").size(), 199u + 200u);
  EXPECT_EQ(findLines(page, "class=\"own\""),
            (Lines{"<li class=\"own\">stage 0: vectorize axis 2</li>"}));
}

/// As often told: those of the first outcome first, then by their words.
TEST_F(ReportPageTest, EquallyFrequentMessagesHaveAnOrder) {
  add(makeFailed(0, '1', Outcome::WrongAnswer, "b"));
  add(makeFailed(1, '2', Outcome::CompileError, "z"));
  add(makeFailed(2, '3', Outcome::WrongAnswer, "a"));
  EXPECT_EQ(findLines(getPage(), "<li>1 x "), (Lines{"<li>1 x compile-error: <bdi>z</bdi></li>",
                                                     "<li>1 x wrong-answer: <bdi>a</bdi></li>",
                                                     "<li>1 x wrong-answer: <bdi>b</bdi></li>"}));
}

/// Without a best there is nothing to compare with, so all are shown.
TEST_F(ReportPageTest, TasksWithoutARightScheduleShowAllFailures) {
  addKernel();
  Record elsewhere = makeFailed(1, '2', Outcome::Crash);
  elsewhere.measurement.weights = WeightsPlace::Memory;
  add(makeFailed(0, '1', Outcome::Crash));
  add(elsewhere);
  std::string page = getPage();
  EXPECT_EQ(findLines(page, "<strong>No schedule was right.").size(), 1u);
  EXPECT_EQ(findLines(page, "class=\"note\""), Lines{});
  EXPECT_EQ(findLines(page, "x crash"), (Lines{"<li>2 x crash: <bdi>why</bdi></li>"}));
  EXPECT_EQ(findLines(page, "<summary>"), Lines{});
  // Rules that failed are at the end, where they have no place.
  database = Database();
  Record rules = makeFailed(0, '1', Outcome::Crash);
  rules.search = "rules";
  add(rules);
  page = getPage();
  EXPECT_EQ(findLines(page, "type=\"range\"").size(), 0u);
  EXPECT_EQ(findLines(page, "class=\"curve\"").size(), 1u);
  EXPECT_EQ(findLines(page, "class=\"messages\"").size(), 0u);
}

TEST_F(ReportPageTest, TemplatesAreToldByTheirDecisions) {
  Record record = make("evolution", 0, '1', {8});
  record.templateHash = makeHash('f');
  record.choices = {{"rows", {4, 8}, 1}, {"tail", {0}, 0}};
  add(record);
  std::string page = getPage();
  EXPECT_EQ(findLines(page, "<li>"), (Lines{"<li>rows = 8</li>", "<li>tail = 0</li>"}));
}

} // namespace
