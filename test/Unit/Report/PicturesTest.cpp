//===-- PicturesTest.cpp - pictures of a report ---------------------------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Pictures.h"
#include "SmallModel.h"

#include <cmath>
#include <limits>

using namespace dl;
using namespace mlir;

namespace {

using ReportPictures = SmallModel;

std::string draw(void (*picture)(const ModelReport &, llvm::raw_ostream &),
                 const ModelReport &report) {
  std::string text;
  llvm::raw_string_ostream os(text);
  picture(report, os);
  return text;
}

TEST(ReportNumbers, HaveTwoOrThreeDigits) {
  EXPECT_EQ(formatShort(0), "0.00");
  EXPECT_EQ(formatShort(0.0999), "1.0e-01");
  EXPECT_EQ(formatShort(0.1), "0.10");
  EXPECT_EQ(formatShort(-9.994), "-9.99");
  EXPECT_EQ(formatShort(10), "10.0");
  EXPECT_EQ(formatShort(99.94), "99.9");
  EXPECT_EQ(formatShort(100), "100");
  EXPECT_EQ(formatShort(-12345.6), "-12346");
  EXPECT_EQ(formatShort(std::numeric_limits<double>::infinity()), "-");
  EXPECT_EQ(formatShort(std::nan("")), "-");
}

TEST(ReportNumbers, OfBytesHaveUnits) {
  EXPECT_EQ(formatBytes(0), "0 B");
  EXPECT_EQ(formatBytes(999), "999 B");
  EXPECT_EQ(formatBytes(1000), "1.00 kB");
  EXPECT_EQ(formatBytes(123400), "123 kB");
  EXPECT_EQ(formatBytes(1e6), "1.00 MB");
  EXPECT_EQ(formatBytes(1e9), "1.00 GB");
  EXPECT_EQ(formatBytes(5e12), "5000 GB");
}

/// What stands at the lines of a picture's grid.
Lines getLabels(StringRef picture) {
  Lines labels;
  for (const std::string &line : findLines(picture, "class=\"grid\"")) {
    auto [before, text] = StringRef(line).rsplit("\">");
    labels.push_back(text.split('<').first.str());
  }
  return labels;
}

TEST_F(ReportPictures, Graph) {
  ModelReport report("small", 1);
  add(report);
  report.setTimes({3, 1, 1, 1, 1, 1});
  std::string picture = draw(drawGraph, report);
  // A call for a box whose nodes are its own; bars and shares of 4 us.
  EXPECT_EQ(findLines(picture, "data-call"),
            (Lines{"<a href=\"#c0\" data-call=\"0\"><g class=\"node\"><title>add + mul",
                   "<a href=\"#c5\" data-call=\"5\"><g class=\"node\"><title>mul"}));
  Lines bars = findLines(picture, "class=\"share\"");
  ASSERT_EQ(bars.size(), 2u);
  EXPECT_NE(bars[0].find("3.00 us, 75.0%</title><rect class=\"back\" x=\"12.0\" y=\"106.0\" "
                         "width=\"230\" height=\"66\" rx=\"6\"/><rect class=\"share\" x=\"20.0\" "
                         "y=\"163.0\" width=\"214.0\" height=\"5\"/><text class=\"title\" "
                         "x=\"20.0\" y=\"123.0\">add + mul</text><text class=\"nodes\" x=\"20.0\" "
                         "y=\"140.0\">Add_0+Mul_1</text><text class=\"type\" x=\"20.0\" "
                         "y=\"157.0\">80xf64  3.00 us, 75.0%</text></g></a>"),
            std::string::npos)
      << bars[0];
  EXPECT_NE(bars[1].find("width=\"71.3\""), std::string::npos) << bars[1];
  // What has no nodes, and no call, has two lines of text and no link.
  Lines inputs = findLines(picture, ">input1</text>");
  ASSERT_EQ(inputs.size(), 1u);
  EXPECT_NE(inputs[0].find("<text class=\"title\" x=\"266.0\" y=\"29.0\">input1</text><text "
                           "class=\"type\" x=\"266.0\" y=\"46.0\">80xf64</text></g>"),
            std::string::npos)
      << inputs[0];
  EXPECT_EQ(findLines(picture, "class=\"edge\"")[1],
            "<path class=\"edge\" d=\"M127.0 172.0C127.0 186.0 131.0 186.0 131.0 200.0\"/>");
  EXPECT_EQ(picture.find("class=\"note\""), std::string::npos);
}

TEST_F(ReportPictures, GraphsThatAreNoneOrLarge) {
  ModelReport none("small", 1);
  EXPECT_EQ(draw(drawGraph, none),
            "<p class=\"note\">The model was below the graph level when it was read.</p>\n");
  auto makeChain = [&](size_t length) {
    std::string text = "func.func @main(%x0: tensor<8xf32>) -> tensor<8xf32> {\n";
    for (size_t i = 0; i < length; ++i)
      text += "%x" + std::to_string(i + 1) + " = graph.relu %x" + std::to_string(i) +
              " : (tensor<8xf32>) -> tensor<8xf32>\n";
    return text + "return %x" + std::to_string(length) + " : tensor<8xf32> }";
  };
  // With the input and the output.
  ModelReport most("small", 1), more("small", 1);
  most.addGraph(*parse(makeChain(1498)));
  more.addGraph(*parse(makeChain(1499)));
  EXPECT_EQ(findLines(draw(drawGraph, most), "class=\"note\""), Lines{});
  EXPECT_EQ(findLines(draw(drawGraph, more), "class=\"note\""),
            (Lines{"<p class=\"note\">The first 1500 of 1501 boxes.</p>"}));
}

TEST_F(ReportPictures, Roofline) {
  ModelReport report("small", 2);
  add(report);
  EXPECT_DOUBLE_EQ(getPeak(report), 20);
  // Faster than the peak, far below it; no operations; unknown bytes; no estimate; no time.
  report.setTimes({0.0008, 26214.4, 1, 2, 3, 0});
  std::string picture = draw(drawRoofline, report);
  EXPECT_EQ(getLabels(picture), (Lines{"0.01", "0.1", "1", "10", "100", //
                                       "0.01", "0.1", "1", "10", "100"}));
  Lines grid = findLines(picture, "class=\"grid\"");
  EXPECT_EQ(grid[1], "<path class=\"grid\" d=\"M203.0 16.0V312.0\"/><text x=\"203.0\" y=\"328.0\" "
                     "text-anchor=\"middle\">0.1</text>");
  EXPECT_EQ(grid[6], "<path class=\"grid\" d=\"M64.0 238.0H620.0\"/><text x=\"58.0\" y=\"242.0\" "
                     "text-anchor=\"end\">0.1</text>");
  // The rate of a cache is named after what is behind it.
  EXPECT_EQ(findLines(picture, "class=\"roof"),
            (Lines{"<path class=\"roof\" d=\"M64.0 238.0L383.8 67.7\"/><text class=\"roofname\" "
                   "x=\"64.0\" y=\"233.0\">L2</text>",
                   "<path class=\"roof\" d=\"M64.0 312.0L522.8 67.7\"/><text class=\"roofname\" "
                   "x=\"64.0\" y=\"307.0\">memory</text>",
                   "<path class=\"roof peak\" d=\"M64.0 67.7H620.0\"/><text class=\"roofname\" "
                   "x=\"620.0\" y=\"62.7\" text-anchor=\"end\">peak 20.0 GFLOP/s</text>"}));
  EXPECT_EQ(findLines(picture, "class=\"point\""),
            (Lines{"<a href=\"#c0\" data-call=\"0\"><circle class=\"point\" cx=\"150.2\" "
                   "cy=\"16.0\" r=\"4.0\"><title>call 0, add: 100 GFLOP/s, 4.2e-02 operations a "
                   "byte, 8.0e-04 us</title></circle></a>",
                   "<a href=\"#c1\" data-call=\"1\"><circle class=\"point\" cx=\"484.9\" "
                   "cy=\"289.7\" r=\"12.0\"><title>call 1, product: 2.0e-02 GFLOP/s, 10.7 "
                   "operations a byte, 26214 us</title></circle></a>"}));
}

/// Calls of kernels that no level had, and of such without an estimate, have no place.
TEST_F(ReportPictures, RooflineOfWhatIsKnown) {
  ModelReport report("small", 1);
  report.addMemory(*parse(smallMemory));
  report.setTimes({1, 1, 1, 1, 1, 1});
  EXPECT_EQ(draw(drawRoofline, report), "<p class=\"note\">No kernel has both a known number of "
                                        "operations and a time.</p>\n");
}

TEST_F(ReportPictures, RooflinesOfOneSpeedOrNone) {
  // The caches are so fast that their roofs are out of the picture, or end where it begins.
  std::string fast = smallKernels.str();
  fast.replace(fast.find("= 8.0"), 5, "= 9.0e4");
  fast.replace(fast.find("= 0.8"), 5, "= 800.0");
  ModelReport report("small", 1);
  ASSERT_TRUE(succeeded(report.addSchedules(*parse(fast))));
  addCalls(report, 1);
  report.setTimes({0.008});
  std::string picture = draw(drawRoofline, report);
  // The peak, which the call reaches, is a power of ten.
  EXPECT_EQ(getLabels(picture), (Lines{"0.01", "0.1", "1", "10", "10", "100"}));
  EXPECT_EQ(findLines(picture, "class=\"roof\"").size(), 0u);
  EXPECT_EQ(findLines(picture, "class=\"roof peak\"").size(), 1u);
  EXPECT_NE(picture.find("cy=\"312.0\" r=\"12.0\""), std::string::npos) << picture;
  report.setTimes({0});
  EXPECT_EQ(draw(drawRoofline, report), "<p class=\"note\">No kernel has both a known number of "
                                        "operations and a time.</p>\n");
}

TEST_F(ReportPictures, Memory) {
  ModelReport report("small", 1);
  add(report);
  std::string picture = draw(drawMemory, report);
  EXPECT_EQ(getLabels(picture), (Lines{"0 B", "400 B", "800 B", "1.20 kB", "1.60 kB"}));
  EXPECT_EQ(findLines(picture, "class=\"grid\"")[3],
            "<path class=\"grid\" d=\"M64.0 74.0H620.0\"/><text x=\"58.0\" y=\"78.0\" "
            "text-anchor=\"end\">1.20 kB</text>");
  EXPECT_EQ(findLines(picture, "class=\"buffer\""),
            (Lines{"<a href=\"#c1\" data-call=\"1\"><rect class=\"buffer\" x=\"156.7\" y=\"160.8\" "
                   "width=\"278.0\" height=\"99.2\"><title>640 B at 0, from call 1 (product) to "
                   "call 3</title></rect></a>",
                   "<a href=\"#c5\" data-call=\"5\"><rect class=\"buffer\" x=\"527.3\" y=\"61.6\" "
                   "width=\"92.7\" height=\"99.2\"><title>640 B at 640, from call 5 (add) to call "
                   "5</title></rect></a>",
                   "<a href=\"#c5\" data-call=\"5\"><rect class=\"buffer\" x=\"527.3\" y=\"59.1\" "
                   "width=\"92.7\" height=\"2.5\"><title>16 B at 1280, from call 5 (add) to call "
                   "5</title></rect></a>"}));
  // A number for each call.
  EXPECT_EQ(findLines(picture, "y=\"276.0\"").size(), 6u);
}

TEST_F(ReportPictures, PicturesOfManyCallsNumberSome) {
  ModelReport many("small", 1);
  addCalls(many, 25);
  many.setErrors(std::vector<double>(25, 1e-6));
  for (auto *picture : {drawMemory, drawErrors}) {
    std::vector<int> numbers;
    for (const std::string &line : findLines(draw(picture, many), "text-anchor=\"middle\">"))
      if (StringRef number = StringRef(line).rsplit("\">").second; number != "call</text>")
        numbers.push_back(std::stoi(number.str()));
    EXPECT_EQ(numbers, (std::vector<int>{0, 3, 6, 9, 12, 15, 18, 21, 24}));
  }
}

TEST_F(ReportPictures, NoMemory) {
  const std::string note =
      "<p class=\"note\">No buffer has a place that is known before a run.</p>\n";
  ModelReport noCalls("small", 1), noArena("small", 1), nothing("small", 1);
  EXPECT_EQ(draw(drawMemory, nothing), note);
  addCalls(noCalls, 0);
  EXPECT_EQ(noCalls.getBuffers().size(), 1u);
  EXPECT_EQ(draw(drawMemory, noCalls), note);
  addCalls(noArena, 1, /*arena=*/0);
  EXPECT_EQ(noArena.getBuffers().size(), 1u);
  EXPECT_EQ(draw(drawMemory, noArena), note);
}

TEST_F(ReportPictures, Errors) {
  ModelReport report("small", 1);
  add(report);
  report.setErrors({1e-10, 0, -1, 5e8, 3e-4, -1});
  std::string picture = draw(drawErrors, report);
  EXPECT_EQ(getLabels(picture),
            (Lines{"1e-10", "1e-9", "1e-8", "1e-7", "1e-6", "1e-5", "1e-4", "0.001", "0.01", "0.1",
                   "1", "10", "100", "1000", "10000", "1e5", "1e6"}));
  EXPECT_EQ(findLines(picture, "class=\"point\""),
            (Lines{"<a href=\"#c0\" data-call=\"0\"><circle class=\"point\" cx=\"110.3\" "
                   "cy=\"180.0\" r=\"5\"><title>call 0, add: 1.00e-10</title></circle></a>",
                   "<a href=\"#c1\" data-call=\"1\"><circle class=\"point\" cx=\"203.0\" "
                   "cy=\"180.0\" r=\"5\"><title>call 1, product: 0.00e+00</title></circle></a>",
                   "<a href=\"#c3\" data-call=\"3\"><circle class=\"point\" cx=\"388.3\" "
                   "cy=\"12.0\" r=\"5\"><title>call 3, open: 5.00e+08</title></circle></a>",
                   "<a href=\"#c4\" data-call=\"4\"><circle class=\"point\" cx=\"481.0\" "
                   "cy=\"112.0\" r=\"5\"><title>call 4, bare: 3.00e-04</title></circle></a>"}));
  // Without an error above them the axis goes to 1e-5.
  report.setErrors({1e-7, 1e-7, 0, 1e-7, 1e-7, 0});
  EXPECT_EQ(getLabels(draw(drawErrors, report)), (Lines{"1e-8", "1e-7", "1e-6", "1e-5"}));
}

} // namespace
