//===-- OptionNames.cpp - the command line of a tool ------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// LLVM looks for the nearest name among all options, so unknown ones are looked for
// before it parses.
//
//===----------------------------------------------------------------------===//
#include "dl/Support/OptionNames.h"
#include "dl/Support/Version.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

#include <cstdlib>

namespace cl = llvm::cl;
using llvm::StringRef;

void dl::releaseOptionNames(llvm::ArrayRef<llvm::StringRef> names) {
  auto &options = cl::getRegisteredOptions();
  for (llvm::StringRef name : names)
    if (auto it = options.find(name); it != options.end())
      it->second->removeArgument();
}

static bool isOwn(const cl::Option &option, const cl::OptionCategory &category) {
  return llvm::is_contained(option.Categories, &category);
}

/// The options of all commands of the tool, by name.
static llvm::SmallVector<std::pair<StringRef, cl::Option *>> listOptions() {
  llvm::SmallVector<std::pair<StringRef, cl::Option *>> options;
  for (cl::SubCommand *command : cl::getRegisteredSubcommands())
    for (auto &[name, option] : cl::getRegisteredOptions(*command))
      options.push_back({name, option});
  return options;
}

/// Leaves in --help the tool's own options, what LLVM makes for every tool among them.
static void arrangeHelp(cl::OptionCategory &category) {
  for (auto &[name, option] : listOptions()) {
    // Those of subcommands are told of with these; LLVM's own are of all commands.
    bool isOfTool = option->Subs.empty() || name.starts_with("help") ||
                    option->Subs.contains(&cl::SubCommand::getTopLevel());
    if (name == "help" || name == "help-hidden" || name == "version") {
      option->Categories = {&category};
      option->setHiddenFlag(cl::NotHidden);
    } else if (!isOwn(*option, category) && isOfTool &&
               option->getOptionHiddenFlag() != cl::ReallyHidden) {
      option->setHiddenFlag(cl::Hidden);
    }
  }
}

/// The nearest name of an option that --help shows; empty where none is near.
static StringRef findNearest(StringRef name, const cl::OptionCategory &category) {
  StringRef nearest;
  unsigned best = std::max<unsigned>(2, name.size() / 3) + 1;
  for (auto &[candidate, option] : listOptions()) {
    if (!isOwn(*option, category))
      continue;
    unsigned distance = name.edit_distance(candidate, /*AllowReplacements=*/true, best);
    if (distance < best || (distance == best && !nearest.empty() && candidate < nearest)) {
      best = distance;
      nearest = candidate;
    }
  }
  return nearest;
}

std::string dl::findUnknownOption(llvm::ArrayRef<const char *> arguments,
                                  const cl::OptionCategory &category) {
  auto options = listOptions();
  for (size_t i = 1; i < arguments.size(); ++i) {
    StringRef text = arguments[i];
    if (text == "--")
      return "";
    if (!text.starts_with("-") || text == "-")
      continue;
    StringRef name = text.ltrim('-').split('=').first;
    const auto *found = llvm::find_if(options, [&](auto &entry) { return entry.first == name; });
    if (found != options.end()) {
      bool takesNext =
          found->second->getValueExpectedFlag() == cl::ValueRequired && !text.contains('=');
      i += takesNext;
      continue;
    }
    bool isPrefixed = llvm::any_of(options, [&](auto &entry) {
      auto kind = entry.second->getFormattingFlag();
      return (kind == cl::Prefix || kind == cl::AlwaysPrefix) && !entry.first.empty() &&
             name.starts_with(entry.first);
    });
    if (isPrefixed)
      continue;
    std::string message = ("there is no option '" + text.split('=').first + "'").str();
    if (StringRef nearest = findNearest(name, category); !nearest.empty())
      return message + (nearest.size() > 1 ? "; did you mean '--" : "; did you mean '-") +
             nearest.str() + "'?";
    return message + "; --help lists them";
  }
  return "";
}

/// A script that completes the names of the tool's options, and files.
static void printCompletion(StringRef tool, bool isZsh, const cl::OptionCategory &category,
                            llvm::raw_ostream &os) {
  std::string function = "_" + tool.str();
  std::replace(function.begin(), function.end(), '-', '_');
  if (isZsh)
    os << "autoload -U +X bashcompinit && bashcompinit\n";
  os << function << "() {\n  local word=${COMP_WORDS[COMP_CWORD]}\n  COMPREPLY=()\n"
     << "  [[ $word == -* ]] && COMPREPLY=($(compgen -W '";
  llvm::SmallVector<std::string> words;
  for (auto &[name, option] : listOptions())
    if (isOwn(*option, category) && !name.empty() && option->getOptionHiddenFlag() == cl::NotHidden)
      words.push_back(
          (name.size() > 1 ? "--" : "-") + name.str() +
          (option->getValueExpectedFlag() == cl::ValueRequired && name.size() > 1 ? "=" : ""));
  llvm::sort(words);
  words.erase(llvm::unique(words), words.end());
  llvm::interleave(words, os, " ");
  os << "' -- \"$word\"))\n}\ncomplete -o default -o nospace -F " << function << " " << tool
     << "\n";
}

void dl::parseOptions(int argc, char **argv, cl::OptionCategory &category, StringRef overview) {
  // As long as the process, as the list of options is.
  static cl::opt<std::string> completion{
      "completion", cl::cat(category), cl::value_desc("bash|zsh"),
      cl::desc("Print a script that completes options in a shell")};
  StringRef tool = llvm::sys::path::filename(argv[0]);
  cl::SetVersionPrinter([](llvm::raw_ostream &os) { printVersion(os); });
  arrangeHelp(category);
  llvm::ArrayRef<const char *> arguments(argv, static_cast<size_t>(argc));
  for (StringRef argument : arguments.drop_front()) {
    if (argument == "--")
      break;
    StringRef shell = argument.ltrim('-');
    if (!argument.starts_with("-") || !shell.consume_front("completion="))
      continue;
    if (shell == "bash" || shell == "zsh") {
      printCompletion(tool, shell == "zsh", category, llvm::outs());
      std::exit(0);
    }
    llvm::errs() << tool << ": error: expected --completion to be bash or zsh, got '" << shell
                 << "'\n";
    std::exit(1);
  }
  if (std::string message = findUnknownOption(arguments, category); !message.empty()) {
    llvm::errs() << tool << ": error: " << message << "\n";
    std::exit(1);
  }
  cl::ParseCommandLineOptions(argc, argv, overview);
}
