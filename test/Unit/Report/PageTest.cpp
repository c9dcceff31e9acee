//===-- PageTest.cpp - a report as one page --------------------------------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Pictures.h"
#include "SmallModel.h"

#include "mlir/IR/Remarks.h"
#include "llvm/Support/FormatVariadic.h"

using namespace dl;
using namespace mlir;

namespace {

using ReportPage = SmallModel;

std::string write(const ModelReport &report) {
  std::string text;
  llvm::raw_string_ostream os(text);
  report.write(os);
  return text;
}

TEST_F(ReportPage, TableOfCalls) {
  ModelReport report("small", 2);
  add(report);
  double added = report.getKernels()[0].estimate->seconds * 1e6,
         copied = report.getKernels()[2].estimate->seconds * 1e6;
  auto cell = [](double value) {
    return llvm::formatv("<td data-value=\"{0:f9}\">{1}</td>", value, formatShort(value)).str();
  };
  auto row = [](int call, StringRef kernel, const std::string &cells, double bar, StringRef nodes) {
    return llvm::formatv("<tr id=\"c{0}\" tabindex=\"-1\" data-call=\"{0}\"><td "
                         "data-value=\"{0}\">{0}</td><th scope=\"row\">{1}</th>{2}<td "
                         "class=\"bar\"><svg width=\"80\" height=\"10\" aria-hidden=\"true\"><rect "
                         "width=\"{3:f1}\" height=\"10\"/></svg></td><td "
                         "class=\"nodes\"><bdi>{4}</bdi></td></tr>",
                         call, kernel, cells, bar, nodes)
        .str();
  };
  std::string bytes = "<td data-value=\"1920.000000000\">1.92 kB</td><td>" +
                      report.getKernels()[0].estimate->getBound() + "</td>";
  StringRef add = "<a href=\"#k0\"><bdi>add</bdi></a>";
  // As expected: no times, no ratios, no errors.
  std::string page = write(report);
  EXPECT_EQ(findLines(page, "<tr id=\"c0\"")[0],
            row(0, add,
                cell(added) + cell(80 / added / 1e3) + cell(80 / added / 1e3 / 20 * 100) + bytes,
                80 * added / (report.getKernels()[1].estimate->seconds * 1e6), "Add_0+Mul_1"));
  EXPECT_EQ(page.find("measured"), std::string::npos);
  EXPECT_EQ(page.find("id=\"errors\""), std::string::npos);
  EXPECT_EQ(page.find(">error</button>"), std::string::npos);
  report.setTimes({4, 2, 1, 2, 3, 0});
  report.setErrors({1e-10, 0, -1, -1, -1, -1});
  page = write(report);
  EXPECT_EQ(findLines(page, "<tr id=\"c0\"")[0],
            row(0, add,
                cell(4) + cell(added) + cell(4 / added) + cell(0.02) + cell(0.1) + bytes +
                    "<td data-value=\"0.000000000\">1.0e-10</td>",
                80, "Add_0+Mul_1"));
  EXPECT_NE(page.find(">error</button>"), std::string::npos);
  // No operations.
  EXPECT_EQ(findLines(page, "<tr id=\"c2\"")[0],
            row(2, "<a href=\"#k2\"><bdi>copy</bdi></a>",
                cell(1) + cell(copied) + cell(1 / copied) + cell(0) + cell(0) +
                    "<td data-value=\"16.000000000\">16 B</td><td>" +
                    report.getKernels()[2].estimate->getBound() + "</td><td>-</td>",
                20, "Copy_4"));
  // Bytes that are not known.
  EXPECT_NE(findLines(page, "<tr id=\"c3\"")[0].find("</td><td>-</td><td>" +
                                                     report.getKernels()[3].estimate->getBound()),
            std::string::npos);
  // No estimate.
  EXPECT_EQ(findLines(page, "<tr id=\"c4\"")[0],
            row(4, "<a href=\"#k4\"><bdi>bare</bdi></a>",
                cell(3) + "<td>-</td><td>-</td><td>-</td><td>-</td><td "
                          "data-value=\"64.000000000\">64 B</td><td>-</td><td>-</td>",
                60, "Sum_5"));
  // No time.
  EXPECT_EQ(findLines(page, "<tr id=\"c5\"")[0],
            row(5, add,
                cell(0) + cell(added) + cell(0) + "<td>-</td><td>-</td>" + bytes + "<td>-</td>", 0,
                "Square_2"));
  // Two calls of a kernel.
  EXPECT_EQ(findLines(page, "called by")[0],
            "<p class=\"facts\">called by <a href=\"#c0\">call 0</a> for <bdi>Add_0+Mul_1</bdi>; "
            "<a href=\"#c5\">call 5</a> for <bdi>Square_2</bdi>;</p>");
  EXPECT_EQ(findLines(page, "<h3>Loops").size(), 4u);
  EXPECT_EQ(findLines(page, "<h3>Schedule").size(), 1u);
  EXPECT_EQ(findLines(page, "<caption>Estimate").size(), 4u);
  EXPECT_EQ(findLines(page, "<summary>").size(), 5u);
}

TEST_F(ReportPage, CallsOfKernelsThatAreNotThere) {
  ModelReport report("small", 1);
  addCalls(report, 1);
  std::string page = write(report);
  EXPECT_EQ(
      findLines(page, "<tr id")[0],
      "<tr id=\"c0\" tabindex=\"-1\" data-call=\"0\"><td data-value=\"0\">0</td><th "
      "scope=\"row\"><bdi>add</bdi></th><td>-</td><td>-</td><td>-</td><td>-</td><td>-</td><td "
      "class=\"bar\"><svg width=\"80\" height=\"10\" aria-hidden=\"true\"><rect "
      "width=\"0.0\" height=\"10\"/></svg></td><td class=\"nodes\"><bdi></bdi></td></tr>");
  EXPECT_EQ(findLines(page, "class=\"facts\">for"),
            (Lines{"<p class=\"facts\">for <bdi>generic</bdi>, 1 thread</p>"}));
  EXPECT_NE(page.find("<p>Nothing was refused.</p>"), std::string::npos);
}

TEST_F(ReportPage, KernelsThatAreExpectedToTakeNoTime) {
  ModelReport report("small", 1);
  ASSERT_TRUE(succeeded(report.addSchedules(*parse(R"(
    func.func private @add(%a: tensor<0xf32>, %d: tensor<0xf32> {te.destination}) -> tensor<0xf32>
        attributes {te.kernel} {
      %r = te.compute "same" axes(i = 0) : tensor<0xf32> {
      ^bb0(%i: index):
        %0 = te.read %a[%i] : tensor<0xf32>
        te.yield %0 : f32
      }
      return %r : tensor<0xf32>
    })"))));
  addCalls(report, 1);
  report.setTimes({2});
  EXPECT_EQ(report.getKernels()[0].estimate->seconds, 0);
  EXPECT_NE(write(report).find("<td data-value=\"2.000000000\">2.00</td><td "
                               "data-value=\"0.000000000\">0.00</td><td>-</td>"),
            std::string::npos);
}

TEST_F(ReportPage, Sums) {
  ModelReport report("<small>", 2);
  add(report);
  double expected = 0;
  for (const ReportCall &call : report.getCalls())
    expected += report.getMicroseconds(call).value_or(0);
  std::string rest = "<div><dt>expected</dt><dd>" + formatShort(expected) +
                     " us</dd></div><div><dt>calls</dt><dd>6, of 5 kernels</dd></div><div><dt>"
                     "weights</dt><dd>2.50 MB</dd></div><div><dt>arena</dt><dd>1.60 kB</dd></div>"
                     "<div><dt>refusals</dt><dd>0</dd></div></dl>";
  EXPECT_EQ(findLines(write(report), "class=\"sums\""), (Lines{"<dl class=\"sums\">" + rest}));
  report.setTimes({1, 2, 3});
  std::string page = write(report);
  EXPECT_EQ(findLines(page, "class=\"sums\""),
            (Lines{"<dl class=\"sums\"><div><dt>measured</dt><dd>6.00 us</dd></div>" + rest}));
  // A call without a time has no ratio either.
  EXPECT_NE(findLines(page, "<tr id=\"c5\"")[0].find("</th><td>-</td><td data-value="),
            std::string::npos);
  EXPECT_NE(findLines(page, "<tr id=\"c5\"")[0].find("</td><td>-</td><td data-value="),
            std::string::npos);
  EXPECT_EQ(findLines(page, "<h1>"), (Lines{"<h1><bdi>&lt;small&gt;</bdi></h1>"}));
  EXPECT_EQ(findLines(page, "class=\"facts\">for"),
            (Lines{"<p class=\"facts\">for <bdi>small</bdi>, 2 threads</p>"}));
}

TEST_F(ReportPage, WhatRefusalsCost) {
  ModelReport report("small", 1);
  ASSERT_TRUE(succeeded(report.observeRemarks(*context, "")));
  add(report);
  report.setTimes({2.5});
  Location at = UnknownLoc::get(context.get());
  auto refuse = [&](int bytes, StringRef function) {
    auto remark = remark::missed(
        at, remark::RemarkOpts::name("NotFused").category("fuse").function(function));
    remark << remark::reason("why");
    if (bytes > 0)
      remark << remark::metric("Bytes", bytes);
  };
  // 10 bytes a nanosecond come into a cache of 1,024 bytes, one into that behind it.
  refuse(1024, "");
  refuse(1025, "");
  refuse(1000000, "");
  refuse(0, "add");
  refuse(0, "bare");
  refuse(0, "unheard");
  Lines costs;
  for (const std::string &line : findLines(write(report), "<td>fuse</td>"))
    costs.push_back(line.substr(line.find("<td>why")));
  EXPECT_EQ(costs,
            (Lines{"<td>why</td><td data-value=\"1024\">2.05 kB more, about 0.20 us</td></tr>",
                   "<td>why</td><td data-value=\"1025\">2.05 kB more, about 2.05 us</td></tr>",
                   "<td>why</td><td data-value=\"1000000\">2.00 MB more, about 2000 us</td></tr>",
                   "<td>why</td><td data-value=\"0\">part of 2.50 us</td></tr>",
                   "<td>why</td><td data-value=\"0\">-</td></tr>",
                   "<td>why</td><td data-value=\"0\">-</td></tr>"}));
}

} // namespace
