//===-- RecordTest.cpp - lines of tuning databases ------------------------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Records as lines and back, and what is said of lines that are none.
//
//===----------------------------------------------------------------------===//
#include "PlainKernels.h"

#include <cmath>
#include <limits>

using namespace dl::schedule;
using namespace dl::tuning;

namespace {

/// What is wrong with a line, or "".
std::string parse(llvm::StringRef line) {
  llvm::Expected<Record> record = parseRecord(line);
  return record ? "" : toString(record.takeError());
}

/// The line of what a line is read as.
std::string reread(llvm::StringRef line) {
  llvm::Expected<Record> record = parseRecord(line);
  return record ? toLine(*record) : toString(record.takeError());
}

Record makeSmall() {
  Record record = makeRecord(makeElementwise(40, 64), 3);
  record.steps = {Split(0, 1, 16), Vectorize(0, 3)};
  record.measurement.weights = WeightsPlace::Memory;
  record.choices = {{"Y tail", {0, 1, 2}, 2}, {"Y \"j\" tile", {8, 16}, 1}};
  return record;
}

/// A line with something else in the place of `from`.
std::string replace(llvm::StringRef from, llvm::StringRef to) {
  std::string line = toLine(makeSmall());
  size_t position = line.find(from.str());
  EXPECT_NE(position, std::string::npos) << from.str();
  return line.replace(position, from.size(), to.str());
}

TEST(RecordTest, IsOneLine) {
  EXPECT_EQ(toLine(makeSmall()),
            "{\"version\":1,\"task\":\"" + std::string(64, 'a') +
                "\",\"target\":\"machine\",\"threads\":4,\"search\":\"random\",\"seed\":3,"
                "\"trial\":17,\"hash\":\"" +
                std::string(32, '0') + std::string(32, 'f') +
                "\",\"choices\":{\"Y \\\"j\\\" tile\":16,\"Y tail\":2},"
                "\"steps\":[[\"split\",0,1,16,\"peel\"],[\"vectorize\",0,3]],\"outcome\":\"ok\","
                "\"seconds\":[0.1,0.3333333333333333],\"weights\":\"memory\",\"reference\":0.0025,"
                "\"message\":\"\","
                "\"compile_seconds\":0.25,\"run_seconds\":1}");
}

TEST(RecordTest, ReadsBackEqual) {
  for (size_t i = 0; i < numOutcomes; ++i) {
    Record record = makeRecord(makeConvolution(16, 14), i);
    record.measurement.outcome = static_cast<Outcome>(i);
    if (i != 0)
      record.measurement.seconds.clear();
    record.measurement.message = "died of \"SIGSEGV\"\n\tat 100 %\\";
    std::string line = toLine(record);
    EXPECT_EQ(line.find('\n'), std::string::npos);
    EXPECT_EQ(line, toLine(Record(record)));
    Record read = llvm::cantFail(parseRecord(line));
    EXPECT_EQ(toLine(read), line);
    EXPECT_EQ(read.task, record.task);
    EXPECT_EQ(read.target, record.target);
    EXPECT_EQ(read.threads, record.threads);
    EXPECT_EQ(read.search, record.search);
    EXPECT_EQ(read.seed, record.seed);
    EXPECT_EQ(read.trial, record.trial);
    EXPECT_EQ(read.hash, record.hash);
    EXPECT_EQ(read.steps.size(), record.steps.size());
    const Measurement &measurement = read.measurement;
    EXPECT_EQ(measurement.outcome, record.measurement.outcome);
    EXPECT_EQ(measurement.seconds, record.measurement.seconds);
    EXPECT_EQ(measurement.reference, record.measurement.reference);
    EXPECT_EQ(measurement.message, record.measurement.message);
    EXPECT_EQ(measurement.compileSeconds, record.measurement.compileSeconds);
    EXPECT_EQ(measurement.runSeconds, record.measurement.runSeconds);
    // Spaces may be anywhere, as people and other programs write them.
    EXPECT_EQ(reread(" " + line + "\r"), line);
  }
}

TEST(RecordTest, KeepsSizes) {
  Record record = makeSmall();
  record.sizes = {1, int64_t(1) << 40};
  std::string line = toLine(record);
  EXPECT_NE(line.find("\"sizes\":[1,1099511627776]"), std::string::npos) << line;
  EXPECT_EQ(llvm::cantFail(parseRecord(line)).sizes, record.sizes);
  auto refuse = [&](llvm::StringRef sizes, llvm::StringRef expected) {
    std::string other = line;
    other.replace(other.find("[1,1099511627776]"), 17, sizes.str());
    EXPECT_EQ(parse(other), ("expected \"sizes\" to be " + expected + ", got " + sizes).str());
  };
  refuse("3", "an array");
  for (const char *sizes : {"[0]", "[2,-1]", "[1099511627777]", "[\"2\"]", "[1.5]"})
    refuse(sizes, "integers from 1 to 2^40");
}

/// Decisions of a record lead to what they led to.
TEST(RecordTest, KeepsDecisions) {
  KernelSchedule plain = makeMatmul(197, 100, 50);
  for (int seed = 0; seed < 20; ++seed) {
    Record record = makeRecord(plain, seed);
    Record read = llvm::cantFail(parseRecord(toLine(record)));
    ASSERT_EQ(read.choices.size(), record.choices.size());
    for (const Choice &choice : read.choices)
      EXPECT_EQ(choice.candidates.size(), 1u);
    RulesDecide rules;
    RecordDecides decider(read.choices, rules);
    KernelSchedule kernel = plain;
    EXPECT_EQ(applyRules(kernel, {}, decider).choices, record.choices);
  }
}

TEST(RecordTest, KeepsNumbers) {
  Record record = makeSmall();
  for (uint64_t seed :
       {uint64_t(0), uint64_t(1) << 53, uint64_t(1) << 63, std::numeric_limits<uint64_t>::max() - 1,
        std::numeric_limits<uint64_t>::max()}) {
    record.seed = seed;
    EXPECT_EQ(llvm::cantFail(parseRecord(toLine(record))).seed, seed);
  }
  record.trial = std::numeric_limits<int64_t>::max();
  record.threads = 65536;
  record.choices = {{"a", {-(int64_t(1) << 40)}, 0}, {"b", {int64_t(1) << 40}, 0}};
  std::vector<double> numbers = {5e-324,
                                 std::numeric_limits<double>::min(),
                                 std::numeric_limits<double>::max(),
                                 1.0 / 3,
                                 std::nextafter(1.0, 2.0),
                                 123456789012345678.0,
                                 1e22,
                                 1e-9};
  record.measurement.seconds = numbers;
  Record read = llvm::cantFail(parseRecord(toLine(record)));
  EXPECT_EQ(read.trial, record.trial);
  EXPECT_EQ(read.threads, record.threads);
  EXPECT_EQ(read.choices, record.choices);
  EXPECT_EQ(read.measurement.seconds, numbers);
  for (double number : numbers) {
    record.measurement.reference = record.measurement.runSeconds = number;
    record.measurement.compileSeconds = number;
    read = llvm::cantFail(parseRecord(toLine(record)));
    EXPECT_EQ(read.measurement.reference, number);
    EXPECT_EQ(read.measurement.compileSeconds, number);
    EXPECT_EQ(read.measurement.runSeconds, number);
  }
}

TEST(RecordTest, KeepsAnyText) {
  Record record = makeSmall();
  std::string all;
  for (int byte = 0; byte < 256; ++byte)
    all += static_cast<char>(byte);
  record.target = record.search = record.measurement.message = all;
  record.choices = {{all, {4}, 0}};
  std::string line = toLine(record);
  EXPECT_EQ(line.find('\n'), std::string::npos);
  Record read = llvm::cantFail(parseRecord(line));
  // Bytes that are no characters are lost, all others kept.
  EXPECT_EQ(read.measurement.message.substr(0, 128), all.substr(0, 128));
  EXPECT_EQ(read.measurement.message.substr(128, 3), "\xef\xbf\xbd");
  EXPECT_EQ(read.target, read.measurement.message);
  EXPECT_EQ(read.search, read.measurement.message);
  EXPECT_EQ(read.choices[0].name, read.measurement.message);
  EXPECT_EQ(toLine(read), line);
  // What a compiler says may be long: characters are kept whole.
  std::string character = "\xe2\x82\xac", whole;
  for (int i = 0; i < 5461; ++i)
    whole += character;
  record.measurement.message = "x" + whole + whole;
  read = llvm::cantFail(parseRecord(toLine(record)));
  EXPECT_EQ(read.measurement.message, "x" + whole);
  record.measurement.message = "xy" + whole;
  read = llvm::cantFail(parseRecord(toLine(record)));
  EXPECT_EQ(read.measurement.message, "xy" + whole.substr(0, whole.size() - 3));
}

TEST(RecordTest, NamesTheField) {
  auto refuse = [](llvm::StringRef from, llvm::StringRef to, const llvm::Twine &problem) {
    EXPECT_EQ(parse(replace(from, to)), ("expected \"" + problem).str());
  };
  refuse("\"version\":1", "\"version\":2", "version\" to be 1, got 2");
  refuse("\"version\":1,", "", "version\" to be 1, got nothing");
  const char *digits = "\" to be 64 hexadecimal digits in lower case, got ";
  for (llvm::StringRef field : {"task", "hash"}) {
    std::string from = ("\"" + field + "\":").str();
    refuse(from, from + "7,\"x\":", field + digits + "7");
    refuse(from, from + "\"0f\",\"x\":", field + digits + "\"0f\"");
    for (std::string text : {std::string(63, '0') + "F", std::string(63, '0') + "g",
                             std::string(65, '0'), std::string(63, '0')}) {
      text = "\"" + text + "\"";
      refuse(from, from + text + ",\"x\":", field + digits + text);
    }
  }
  refuse("\"machine\"", "[]", "target\" to be a text, got []");
  refuse("\"random\"", "null", "search\" to be a text, got null");
  refuse("\"message\":\"\"", "\"message\":false", "message\" to be a text, got false");
  refuse("\"threads\":4", "\"threads\":0", "threads\" to be an integer from 1 to 65536, got 0");
  refuse("\"threads\":4", "\"threads\":65537",
         "threads\" to be an integer from 1 to 65536, got 65537");
  refuse("\"threads\":4", "\"threads\":\"4\"",
         "threads\" to be an integer from 1 to 65536, got \"4\"");
  refuse("\"threads\":4", "\"threads\":1.5", "threads\" to be an integer from 1 to 65536, got 1.5");
  const char *seed = "seed\" to be an integer from 0 to 18446744073709551615, got ";
  refuse("\"seed\":3", "\"seed\":-1", llvm::Twine(seed) + "-1");
  refuse("\"seed\":3,", "", llvm::Twine(seed) + "nothing");
  refuse("\"seed\":3", "\"seed\":18446744073709551616",
         llvm::Twine(seed) + "1.8446744073709552e+19");
  refuse("\"trial\":17", "\"trial\":-1",
         "trial\" to be an integer from 0 to 9223372036854775807, got -1");
  refuse("\"outcome\":\"ok\"", "\"outcome\":\"fine\"",
         "outcome\" to be ok, illegal, compile-error, compile-timeout, run-timeout, crash, "
         "wrong-answer or out-of-memory, got \"fine\"");
  refuse("\"weights\":\"memory\"", "\"weights\":\"disk\"",
         "weights\" to be nearest, last-cache or memory, got \"disk\"");
}

TEST(RecordTest, HasWeightsNearbyWhereItSaysNothing) {
  auto record = parseRecord(replace("\"weights\":\"memory\",", ""));
  ASSERT_TRUE(static_cast<bool>(record));
  EXPECT_EQ(record->measurement.weights, WeightsPlace::Nearest);
}

TEST(RecordTest, NamesTheNumber) {
  auto refuse = [](llvm::StringRef from, llvm::StringRef to, const llvm::Twine &problem) {
    EXPECT_EQ(parse(replace(from, to)), ("expected \"" + problem).str());
  };
  llvm::StringRef seconds = "[0.1,0.3333333333333333]";
  refuse(seconds, "0.5", "seconds\" to be an array, got 0.5");
  for (llvm::StringRef numbers : {"[0.5,0]", "[-0.5]", "[\"0.5\"]"})
    refuse(seconds, numbers, "seconds\" to be finite numbers above 0, got " + numbers);
  refuse(seconds, "[1e999]", "seconds\" to be finite numbers above 0, got [inf]");
  refuse(seconds, "[]", "seconds\" to be numbers where the outcome is ok, got []");
  refuse("\"ok\",\"seconds\":[0.1,0.3333333333333333]", "\"crash\",\"seconds\":[1]",
         "seconds\" to be empty where the outcome is crash, got [1]");
  for (llvm::StringRef field : {"reference", "compile_seconds", "run_seconds"}) {
    std::string from = ("\"" + field + "\":").str();
    refuse(from, from + "-1,\"x\":", field + "\" to be a finite number of at least 0, got -1");
    refuse(from,
           from + "\"1\",\"x\":", field + "\" to be a finite number of at least 0, got \"1\"");
    refuse(from, from + "1e999,\"x\":", field + "\" to be a finite number of at least 0, got inf");
    refuse(from, "\"x\":", field + "\" to be a finite number of at least 0, got nothing");
  }
  refuse("{\"Y \\\"j\\\" tile\":16,\"Y tail\":2}", "[4]",
         "choices\" to be an object of integers, got [4]");
  refuse("\"Y tail\":2", "\"Y tail\":\"2\"",
         "choices\" to be integers of at most 2^40 either way, got {\"Y \\\"j\\\" tile\":16,\"Y "
         "tail\":\"2\"}");
  refuse("\"Y tail\":2", "\"Y tail\":1099511627777",
         "choices\" to be integers of at most 2^40 either way, got {\"Y \\\"j\\\" tile\":16,\"Y "
         "tail\":1099511627777}");
  refuse("[[\"split\",0,1,16,\"peel\"],[\"vectorize\",0,3]]", "{}",
         "steps\" to be an array, got {}");
  EXPECT_EQ(parse(replace("[\"vectorize\",0,3]", "[\"vectorize\",0]")),
            "in \"steps\": step 2: expected [\"vectorize\", stage, axis], got [\"vectorize\",0]");
  EXPECT_EQ(parse(replace("\"trial\"", "\"note\":[],\"author\":\"me\",\"trial\"")),
            "expected the fields of version 1 alone, got \"author\" too");
  EXPECT_EQ(parse(replace("\"trial\"", "\"\":0,\"trial\"")),
            "expected the fields of version 1 alone, got \"\" too");
  // The first problem is told.
  EXPECT_EQ(parse("{\"version\":7,\"author\":0}"), "expected \"version\" to be 1, got 7");
}

TEST(RecordTest, IsNoOtherText) {
  EXPECT_EQ(parse("[]"), "expected a JSON object, got []");
  EXPECT_EQ(parse("{\"version\":1"),
            "expected a JSON object: [1:12, byte=12]: Expected , or } after object property");
  EXPECT_EQ(parse(""), "expected a JSON object: [1:0, byte=0]: Unexpected EOF");
  EXPECT_EQ(parse("{\"a\":\"\xff\"}"),
            "expected a JSON object: [1:6, byte=6]: Invalid UTF-8 sequence");
  for (size_t size = 0; size < toLine(makeSmall()).size(); ++size)
    EXPECT_NE(parse(llvm::StringRef(toLine(makeSmall())).take_front(size)), "") << size;
}

TEST(RecordTest, HasLimits) {
  // At the limit a line is read, beyond it is not looked at.
  std::string line = toLine(makeSmall());
  EXPECT_EQ(parse(std::string((1 << 20) - line.size(), ' ') + line), "");
  EXPECT_EQ(parse(std::string((1 << 20) + 1 - line.size(), ' ') + line),
            "expected a line of at most 1048576 bytes, got 1048577");
  auto nest = [](size_t levels, char open, char close) {
    return std::string(levels, open) + std::string(levels, close);
  };
  EXPECT_EQ(parse(nest(16, '[', ']')).substr(0, 29), "expected a JSON object, got [");
  EXPECT_EQ(parse(nest(17, '[', ']')),
            "expected at most 16 levels of brackets, got more at byte 17");
  EXPECT_EQ(parse("[]{}" + nest(500000, '[', ']')),
            "expected at most 16 levels of brackets, got more at byte 21");
  std::string objects;
  for (int level = 0; level < 100000; ++level)
    objects += "{\"a\":";
  EXPECT_EQ(parse(objects), "expected at most 16 levels of brackets, got more at byte 81");
  // Brackets in texts are none, whatever stands before a quote.
  for (const char *text : {"[[[[[[[[[[[[[[[[[[[[[[[[", "\\\"[[[[[[[[[[[[[[[[[[[[[[[[[[",
                           "\\\\\\\"{{{{{{{{{{{{{{{{{{{{{{{{{"})
    EXPECT_EQ(parse(replace("machine", text)), "");
  EXPECT_EQ(parse(replace("machine", "\\\\\"" + std::string(20, '['))),
            "expected at most 16 levels of brackets, got more at byte 116");
}

TEST(RunnerTest, NamesOutcomes) {
  for (size_t i = 0; i < numOutcomes; ++i) {
    auto outcome = static_cast<Outcome>(i);
    EXPECT_EQ(lookupOutcome(getOutcomeName(outcome)), outcome);
  }
  EXPECT_STREQ(getOutcomeName(Outcome::Ok), "ok");
  EXPECT_STREQ(getOutcomeName(Outcome::CompileTimeout), "compile-timeout");
  EXPECT_STREQ(getOutcomeName(Outcome::OutOfMemory), "out-of-memory");
  EXPECT_FALSE(lookupOutcome("Ok"));
  EXPECT_FALSE(lookupOutcome(""));
}

TEST(RunnerTest, JudgesByTheSlowest) {
  Measurement measurement;
  measurement.outcome = Outcome::Ok;
  measurement.seconds = {2, 3, 1};
  EXPECT_TRUE(measurement.isOk());
  EXPECT_EQ(measurement.getCost(), 3);
  measurement.outcome = Outcome::WrongAnswer;
  EXPECT_FALSE(measurement.isOk());
  EXPECT_TRUE(std::isinf(measurement.getCost()));
  measurement.outcome = Outcome::Ok;
  measurement.seconds.clear();
  EXPECT_TRUE(std::isinf(measurement.getCost()));
}

TEST(RecordTest, Kernels) {
  KernelRecord kernel{
      std::string(64, 'a'), "znver3",        2,
      "gemm \"x\"",         "Gemm_0+Relu_1", "module {\n  func.func @kernel()\n}\n"};
  std::string line = toLine(kernel);
  EXPECT_TRUE(isKernelRecord(line));
  EXPECT_EQ(line.find('\n'), std::string::npos);
  KernelRecord read = llvm::cantFail(parseKernelRecord(line));
  EXPECT_EQ(toLine(read), line);
  EXPECT_EQ(read.module, kernel.module);
  auto refuse = [&](llvm::StringRef what, llvm::StringRef by) {
    std::string changed = line;
    changed.replace(changed.find(what.str()), what.size(), by.str());
    return toString(parseKernelRecord(changed).takeError());
  };
  EXPECT_EQ(refuse("\"threads\":2", "\"threads\":0"),
            "expected \"threads\" to be an integer from 1 to 65536, got 0");
  EXPECT_EQ(refuse("aaaa", "AAAA"),
            "expected \"task\" to be 64 hexadecimal digits in lower case, got \"AAAA" +
                std::string(60, 'a') + "\"");
  EXPECT_EQ(refuse("\"nodes\"", "\"node\""), "expected \"nodes\" to be a text, got nothing");
  EXPECT_EQ(refuse("{", "{\"more\":1,"),
            "expected the fields of version 1 alone, got \"more\" too");
  EXPECT_FALSE(isKernelRecord("{\"version\":1,\"task\":\"kernel\"}"));
}

TEST(RecordTest, Templates) {
  TemplateRecord record{hashTemplate("module {\n}\n"), "blocked", "module {\n}\n"};
  std::string line = toLine(record);
  EXPECT_TRUE(isTemplateRecord(line));
  EXPECT_FALSE(isKernelRecord(line));
  EXPECT_EQ(line.find('\n'), std::string::npos);
  EXPECT_EQ(toLine(llvm::cantFail(parseTemplateRecord(line))), line);
  std::string changed = line;
  changed.replace(changed.find("blocked"), 7, "blocked by me");
  EXPECT_EQ(llvm::cantFail(parseTemplateRecord(changed)).name, "blocked by me");
  changed.replace(changed.find("module {"), 8, "module  {");
  std::string refusal = toString(parseTemplateRecord(changed).takeError());
  EXPECT_TRUE(llvm::StringRef(refusal).starts_with(
      "expected \"template\" to be the hash of \"module\", got \""))
      << refusal;
}

TEST(RecordTest, DecisionsOfTemplatesHaveNoSteps) {
  Record record = makeRecord(makeElementwise(40, 64), 0);
  EXPECT_EQ(toLine(record).find("template"), std::string::npos);
  record.templateHash = std::string(64, 'b');
  EXPECT_NE(toString(parseRecord(toLine(record)).takeError())
                .find("expected \"steps\" to be empty where there is a template"),
            std::string::npos);
  record.steps.clear();
  record.measurement.simulator = "llvm-mca";
  Record read = llvm::cantFail(parseRecord(toLine(record)));
  EXPECT_EQ(read.templateHash, record.templateHash);
  EXPECT_EQ(read.measurement.simulator, "llvm-mca");
}

} // namespace
