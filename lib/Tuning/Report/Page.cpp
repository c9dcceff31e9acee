//===-- Page.cpp - all tasks of a database as HTML ------------------------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The frame of the page: one style, one script, a table of all tasks and a section for each. A
// policy allows that style and that script by their hashes, and nothing else.
//
//===----------------------------------------------------------------------===//
#include "dl/Tuning/Report/Report.h"

#include "Curve.h"
#include "Printable.h"
#include "TaskSection.h"

#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"

using namespace dl;
using namespace dl::tuning;
using llvm::StringRef;

static const unsigned char styleBytes[] = {
#include "page.css.inc"
};
static const unsigned char scriptBytes[] = {
#include "page.js.inc"
};

template <size_t N> static StringRef getText(const unsigned char (&bytes)[N]) {
  return StringRef(reinterpret_cast<const char *>(bytes), N);
}

static PageParts getParts(StringRef title) {
  return {title, getText(styleBytes), getText(scriptBytes)};
}

static void writeOverview(const std::vector<TaskHistory> &histories, llvm::raw_ostream &os) {
  os << "<div class=\"wide\"><table class=\"tasks\"><caption>Tasks</caption>\n<thead><tr><th "
        "scope=\"col\">kernel</th><th scope=\"col\">trials</th><th scope=\"col\">failed</th><th "
        "scope=\"col\">rules, us</th><th scope=\"col\">best, us</th><th "
        "scope=\"col\">speed-up</th></tr></thead>\n<tbody>\n";
  for (const TaskHistory &history : histories) {
    size_t failed = llvm::count_if(history.trials, [](const TaskHistory::Trial &trial) {
      return !trial.record->measurement.isOk();
    });
    os << llvm::formatv("<tr><th scope=\"row\"><a href=\"#{0}\"><bdi>{1}</bdi></a></th>"
                        "<td>{2}</td><td>{3}</td>",
                        escapeHtml(getAnchor(history)), escapeHtml(history.getName(), 80),
                        history.trials.size(), failed);
    auto writeTime = [&](const Record *record) {
      os << "<td>" << (record ? formatMicroseconds(history.getSeconds(*record)) : "-") << "</td>";
    };
    writeTime(history.rules);
    writeTime(history.best);
    if (history.rules && history.best)
      os << llvm::formatv("<td>{0:f3}</td></tr>\n",
                          history.getSeconds(*history.rules) / history.getSeconds(*history.best));
    else
      os << "<td>-</td></tr>\n";
  }
  os << "</tbody></table></div>\n";
}

void dl::tuning::writePage(const Database &database, const std::vector<TaskHistory> &histories,
                           StringRef name, StringRef xgboost, llvm::raw_ostream &os) {
  std::string title = ("Tuning of " + name).str();
  beginPage(getParts(title), os);
  size_t records = 0;
  for (const TaskHistory &history : histories)
    records += history.getNumRecords();
  os << llvm::formatv("<h1>Tuning of <bdi>{0}</bdi></h1>\n<p class=\"facts\">{1} "
                      "{2}, {3} {4}</p>\n",
                      escapeHtml(name), histories.size(), histories.size() == 1 ? "task" : "tasks",
                      records, records == 1 ? "record" : "records");
  if (histories.empty())
    os << "<p>The database has no records yet.</p>\n";
  else
    writeOverview(histories, os);
  for (const TaskHistory &history : histories)
    writeTaskSection(database, history, xgboost, os);
  os << "<script type=\"application/json\" id=\"trials\">[";
  bool isFirst = true;
  for (const TaskHistory &history : histories) {
    // In the order of the curves that have a reader.
    if (history.trials.empty())
      continue;
    os << (isFirst ? "" : ",\n");
    writeCurveData(history, os);
    isFirst = false;
  }
  os << "]</script>\n";
  endPage(getParts(title), os);
}
