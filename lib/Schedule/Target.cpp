//===-- Target.cpp - the machine that kernels run on ----------------------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "dl/Schedule/Target.h"

#include <algorithm>

using namespace dl::schedule;

const MemoryScope *Target::lookupScope(const std::string &scope) const {
  auto found = std::find_if(scopes.begin(), scopes.end(),
                            [&](const MemoryScope &known) { return known.name == scope; });
  return found == scopes.end() ? nullptr : &*found;
}

std::string Target::listScopes() const {
  std::string names;
  for (size_t i = 0; i < scopes.size(); ++i)
    names += (i == 0 ? "" : i + 1 == scopes.size() ? " or " : ", ") + scopes[i].name;
  return names;
}

const MemoryScope *Target::findScope(Sharing sharing) const {
  auto found = std::find_if(scopes.begin(), scopes.end(),
                            [&](const MemoryScope &known) { return known.sharing == sharing; });
  return found == scopes.end() ? nullptr : &*found;
}

const std::string &Target::getScopeName(Sharing sharing) const {
  const MemoryScope *scope = findScope(sharing);
  return scope ? scope->name : scopes.back().name;
}

int64_t Target::getNearBytes() const {
  if (caches.empty())
    return 0;
  return caches[caches.size() > 1 ? 1 : 0].bytes;
}

const std::shared_ptr<const Target> &Target::getGeneric() {
  static const std::shared_ptr<const Target> generic = std::make_shared<Target>();
  return generic;
}
