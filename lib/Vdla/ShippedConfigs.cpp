//===-- ShippedConfigs.cpp - the machines that come along -----------------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "dl/Vdla/ShippedConfigs.h"

using namespace dl::vdla;

namespace {
struct ShippedFile {
  const char *name;
  const unsigned char *bytes;
  size_t size;
};
} // namespace

// Arrays of the files and `shippedFiles`, written by CMake.
#include "ShippedConfigs.inc"

std::vector<std::string> dl::vdla::getShippedConfigs() {
  std::vector<std::string> names;
  for (const ShippedFile &file : shippedFiles)
    names.push_back(file.name);
  return names;
}

std::optional<std::string> dl::vdla::getShippedConfig(const std::string &name) {
  for (const ShippedFile &file : shippedFiles)
    if (name == file.name)
      return std::string(reinterpret_cast<const char *>(file.bytes), file.size);
  return std::nullopt;
}

std::optional<Config> dl::vdla::readConfig(const std::string &nameOrText, std::string &error) {
  size_t first = nameOrText.find_first_not_of(" \t\r\n");
  if (first != std::string::npos && nameOrText[first] == '{')
    return parseConfig(nameOrText, error);
  if (std::optional<std::string> text = getShippedConfig(nameOrText))
    return parseConfig(*text, error);
  error = "expected the name of a machine that comes along (";
  for (const std::string &name : getShippedConfigs())
    error += (name == shippedFiles[0].name ? "" : ", ") + name;
  error += ") or the JSON text of one, got '" + nameOrText.substr(0, 64) + "'";
  return std::nullopt;
}
