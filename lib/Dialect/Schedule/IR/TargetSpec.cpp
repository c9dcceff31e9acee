//===-- TargetSpec.cpp - the machine as an attribute of a module ----------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads and writes the entries of a device, each with one function for its type.
//
//===----------------------------------------------------------------------===//
#include "dl/Dialect/Schedule/IR/TargetSpec.h"

#include "dl/Dialect/Dl/IR/Dl.h"
#include "dl/Interfaces/DeviceAttrInterface.h"
#include "mlir/Dialect/DLTI/DLTI.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/Diagnostics.h"
#include "llvm/ADT/StringExtras.h"

#include <cmath>

using namespace mlir;
using namespace dl;
using namespace dl::schedule;

/// How a record calls each way of sharing, in the order of the enumeration.
static constexpr StringLiteral sharingNames[] = {"kernel", "block", "thread"};

/// The entries of a core, in the order in which they are written.
static constexpr std::pair<StringLiteral, double Core::*> coreEntries[] = {
    {"hertz", &Core::hertz},
    {"instructions_per_cycle", &Core::instructions},
    {"operations_per_cycle", &Core::operations},
    {"loads_per_cycle", &Core::loads},
    {"stores_per_cycle", &Core::stores},
    {"shuffles_per_cycle", &Core::shuffles},
    {"latency_cycles", &Core::latency},
    {"quotient_cycles", &Core::quotient},
    {"function_cycles", &Core::function},
    {"extremum_operations", &Core::extremum},
    {"waiting_instructions", &Core::waiting},
    {"crossing_cycles", &Core::crossing},
    {"leave_loop_cycles", &Core::leaveLoop},
    {"team_cycles", &Core::team}};

static StringRef getName(DataLayoutEntryInterface entry) {
  auto identifier = dyn_cast<StringAttr>(entry.getKey());
  return identifier ? identifier.getValue() : StringRef();
}

namespace {
/// The entries of a device or of a map in it. The first fault is kept.
class EntryReader {
public:
  using Fault = std::optional<std::string>;

  EntryReader(DataLayoutEntryListRef entries, std::string path, Fault &fault)
      : entries(entries), path(std::move(path)), fault(fault) {}

  void read(StringRef key, std::string &value) {
    if (Attribute attribute = lookup(key))
      if (auto text = get<StringAttr>(attribute, key, "a string"))
        value = text.getValue();
  }
  void read(StringRef key, int64_t &value) {
    if (Attribute attribute = lookup(key))
      if (auto number = dyn_cast<IntegerAttr>(attribute); isPositive(number))
        value = number.getInt();
      else
        refuse(key, "a positive integer", attribute);
  }
  void read(StringRef key, bool &value) {
    if (Attribute attribute = lookup(key))
      if (auto flag = get<BoolAttr>(attribute, key, "true or false"))
        value = flag.getValue();
  }
  void read(StringRef key, std::array<int64_t, 3> &value) {
    if (Attribute attribute = lookup(key))
      if (auto numbers = dyn_cast<DenseI64ArrayAttr>(attribute);
          numbers && numbers.size() == 3 &&
          llvm::all_of(numbers.asArrayRef(), [](int64_t n) { return n > 0; }))
        llvm::copy(numbers.asArrayRef(), value.begin());
      else
        refuse(key, "three positive numbers, as array<i64: 1024, 1024, 64>", attribute);
  }
  void read(StringRef key, double &value) {
    Attribute attribute = lookup(key);
    if (!attribute)
      return;
    double number = -1;
    if (auto real = dyn_cast<FloatAttr>(attribute))
      number = real.getValueAsDouble();
    else if (auto whole = dyn_cast<IntegerAttr>(attribute); isPositive(whole))
      number = static_cast<double>(whole.getInt());
    if (number > 0 && std::isfinite(number))
      value = number;
    else
      refuse(key, "a positive number", attribute);
  }
  void read(StringRef key, Sharing &value) {
    if (Attribute attribute = lookup(key))
      if (std::optional<Sharing> sharing = getSharing(attribute))
        value = *sharing;
      else
        refuse(key, R"("kernel", "block" or "thread")", attribute);
  }
  void read(StringRef key, std::vector<MemoryScope> &value) {
    bool isThere = readAll(key, "scope", value, [](EntryReader reader, MemoryScope &scope) {
      reader.read("shared_by", scope.sharing);
      reader.read("bytes", scope.bytes);
      reader.refuseOthers();
    });
    if (isThere && value.front().sharing != Sharing::Kernel)
      refuse(key, R"(a first scope that is shared by the "kernel", for results)", lookup(key));
  }
  void read(StringRef key, std::vector<Cache> &value) {
    std::vector<Cache> others = value;
    bool isThere = readAll(key, "cache", value, [&](EntryReader reader, Cache &cache) {
      for (const Cache &same : others)
        if (same.name == cache.name)
          cache = same;
      reader.read("bytes", cache.bytes);
      reader.read("bytes_per_cycle", cache.bytesPerCycle);
      reader.read("stored_bytes_per_cycle", cache.storedBytesPerCycle);
      reader.read("ways", cache.ways);
      reader.refuseOthers();
    });
    if (!isThere)
      return;
    bool isComplete = llvm::all_of(
        value, [](const Cache &cache) { return cache.bytes > 0 && cache.bytesPerCycle > 0; });
    bool grow = std::is_sorted(value.begin(), value.end(),
                               [](const Cache &a, const Cache &b) { return a.bytes < b.bytes; });
    if (!isComplete || !grow || value.size() > maxCaches)
      refuse(key,
             "at most " + std::to_string(maxCaches) +
                 " caches with 'bytes' and 'bytes_per_cycle', the nearest and smallest first",
             lookup(key));
  }
  void read(StringRef key, Core &core) {
    Attribute attribute = lookup(key);
    auto map =
        attribute ? get<MapAttr>(attribute, key, "a #dlti.map of a core's rates") : MapAttr();
    if (!map)
      return;
    EntryReader reader(map.getEntries(), path + key.str() + ".", fault);
    for (auto [name, member] : coreEntries)
      reader.read(name, core.*member);
    reader.refuseOthers();
  }

  /// Every entry has been read: others are misspelled, but for those with a dot in their names,
  /// which are others' affair.
  void refuseOthers() {
    for (StringRef name : listUnread())
      if (!name.contains('.'))
        refuseKey(name, findNear(name).value_or("one of '" + llvm::join(known, "', '") + "'"));
  }
  /// Entries that are not read are others' affair, but not where one is meant that is.
  void refuseMisspelled() {
    for (StringRef name : listUnread())
      if (std::optional<std::string> near = findNear(name))
        refuseKey(name, *near);
  }

private:
  SmallVector<StringRef> listUnread() const {
    SmallVector<StringRef> names;
    for (DataLayoutEntryInterface entry : entries)
      if (!llvm::is_contained(known, getName(entry)))
        names.push_back(getName(entry));
    return names;
  }
  /// The key that a name is a misspelling of.
  std::optional<std::string> findNear(StringRef name) const {
    for (StringRef key : known)
      if (name.edit_distance(key) <= 2)
        return "'" + key.str() + "'";
    return std::nullopt;
  }
  static bool isPositive(IntegerAttr number) {
    return number && number.getValue().getSignificantBits() <= 64 &&
           number.getValue().getSExtValue() > 0;
  }
  static std::optional<Sharing> getSharing(Attribute attribute) {
    auto text = dyn_cast<StringAttr>(attribute);
    for (auto [number, name] : llvm::enumerate(sharingNames))
      if (text && text.getValue() == name)
        return static_cast<Sharing>(number);
    return std::nullopt;
  }

  /// Reads a map of maps; the names of its entries are those of `value`. False, where there is none
  /// or it is wrong.
  template <typename Item, typename Read>
  bool readAll(StringRef key, StringRef what, std::vector<Item> &value, Read readItem) {
    Attribute attribute = lookup(key);
    auto map = attribute ? get<MapAttr>(attribute, key, ("a #dlti.map of " + what + "s").str())
                         : MapAttr();
    if (!map)
      return false;
    value.clear();
    for (DataLayoutEntryInterface entry : map.getEntries()) {
      StringRef name = getName(entry);
      auto item =
          get<MapAttr>(entry.getValue(), name, ("a #dlti.map that describes a " + what).str());
      if (!item)
        return false;
      Item &made = value.emplace_back();
      made.name = name.str();
      readItem(EntryReader(item.getEntries(), path + name.str() + ".", fault), made);
    }
    if (value.empty())
      refuse(key, ("one " + what + " or more").str(), attribute);
    return !value.empty();
  }

  Attribute lookup(StringRef key) {
    known.push_back(key);
    for (DataLayoutEntryInterface entry : entries)
      if (getName(entry) == key)
        return entry.getValue();
    return {};
  }
  template <typename Expected> Expected get(Attribute attribute, StringRef key, StringRef wanted) {
    auto value = dyn_cast<Expected>(attribute);
    if (!value)
      refuse(key, wanted, attribute);
    return value;
  }
  void refuse(StringRef key, StringRef wanted, Attribute got) {
    if (fault)
      return;
    std::string text;
    llvm::raw_string_ostream(text)
        << "expected '" << path << key << "' of the target to be " << wanted << ", got " << got;
    fault = text;
  }

  void refuseKey(StringRef key, const std::string &wanted) {
    if (!fault)
      fault = "expected entry '" + path + key.str() + "' of the target to be " + wanted;
  }

  DataLayoutEntryListRef entries;
  std::string path;
  Fault &fault;
  /// The keys that were asked for.
  SmallVector<StringRef> known;
};
} // namespace

namespace {
/// The first device of a system, and what describes it.
struct Device {
  Operation *module = nullptr;
  StringRef name = {};
  TargetDeviceSpecInterface spec = {};
};
} // namespace

/// Of the system that a module around an operation describes: the one that a kernel is for.
static Device findDevice(Operation *op) {
  StringAttr wanted;
  for (; op; op = op->getParentOp()) {
    if (auto name = op->getAttrOfType<StringAttr>(DlDialect::getDeviceAttrName()))
      wanted = name;
    if (auto system = op->getAttrOfType<TargetSystemSpecInterface>(targetSpecAttrName))
      for (DataLayoutEntryInterface entry : system.getEntries())
        if (auto spec = dyn_cast<TargetDeviceSpecInterface>(entry.getValue());
            spec && (!wanted || wanted.getValue() == getName(entry)))
          return {op, getName(entry), spec};
  }
  return {};
}

/// Puts into `target` what a device says. `isRecord`: nothing else reads it.
static void read(const Device &device, bool isRecord, Target &target,
                 std::optional<std::string> &fault) {
  target.device = device.name.str();
  for (DataLayoutEntryInterface entry : Device(device).spec.getEntries())
    if (auto whole = dyn_cast<DeviceAttrInterface>(entry.getValue()))
      whole.describeTarget(target);
  EntryReader reader(Device(device).spec.getEntries(), "", fault);
  reader.read("triple", target.triple);
  reader.read("name", target.name);
  reader.read("vector_register_bytes", target.vector.bytes);
  reader.read("vector_registers", target.vector.count);
  reader.read("vector_masks", target.vector.hasMasks);
  reader.read("vector_part_loads", target.vector.loadsParts);
  reader.read("vector_scaling", target.vector.scales);
  reader.read("vector_byte_products", target.vector.multipliesBytes);
  reader.read("vector_widened_products", target.vector.widensBytes);
  reader.read("vector_bf16_products", target.vector.multipliesBFloats);
  reader.read("tile_registers", target.vector.numTiles);
  reader.read("vector_broadcasts", target.vector.broadcasts);
  reader.read("vector_fuses", target.vector.fuses);
  reader.read("core", target.core);
  reader.read("caches", target.caches);
  reader.read("cache_line_bytes", target.lineBytes);
  reader.read("scopes", target.scopes);
  reader.read("grid_blocks", target.launch.blocks);
  reader.read("block_threads", target.launch.threads);
  reader.read("threads_of_block", target.launch.threadsOfBlock);
  isRecord ? reader.refuseOthers() : reader.refuseMisspelled();
}

FailureOr<std::shared_ptr<const Target>> dl::schedule::readTarget(Operation *op) {
  Device device = findDevice(op);
  if (!device.spec)
    return Target::getGeneric();
  std::optional<std::string> fault;
  auto target = std::make_shared<Target>();
  read(device, /*isRecord=*/false, *target, fault);
  if (fault)
    return device.module->emitError(*fault);
  return std::shared_ptr<const Target>(std::move(target));
}

FailureOr<Target> dl::schedule::readTargetRecord(ModuleOp record, const Target &base) {
  Device device = findDevice(record);
  if (!device.spec)
    return record.emitError("expected a module with the attribute '")
           << targetSpecAttrName << "', got none";
  std::optional<std::string> fault;
  Target target = base;
  read(device, /*isRecord=*/true, target, fault);
  if (fault)
    return record.emitError(*fault);
  return target;
}

std::shared_ptr<const Target> dl::schedule::getTarget(Operation *op) {
  Device device = findDevice(op);
  std::optional<std::string> fault;
  auto target = std::make_shared<Target>();
  if (device.spec)
    read(device, /*isRecord=*/false, *target, fault);
  return !device.spec || fault ? Target::getGeneric() : std::move(target);
}

using Entries = SmallVector<DataLayoutEntryInterface>;

static Entries makeEntries(MLIRContext *context, const Target &target) {
  Builder builder(context);
  auto entry = [&](StringRef key, Attribute value) -> DataLayoutEntryInterface {
    return DataLayoutEntryAttr::get(builder.getStringAttr(key), value);
  };
  Entries scopes;
  for (const MemoryScope &scope : target.scopes) {
    Entries entries = {
        entry("shared_by", builder.getStringAttr(sharingNames[static_cast<int>(scope.sharing)]))};
    if (scope.bytes != unlimitedBytes)
      entries.push_back(entry("bytes", builder.getI64IntegerAttr(scope.bytes)));
    scopes.push_back(entry(scope.name, MapAttr::get(context, entries)));
  }
  Entries core, caches;
  for (auto [name, member] : coreEntries)
    // Records of targets without it stay as they were, so that tuning knows them again.
    if (member != &Core::shuffles || target.core.shuffles != Core().shuffles)
      core.push_back(entry(name, builder.getF64FloatAttr(target.core.*member)));
  for (const Cache &cache : target.caches) {
    Entries entries = {entry("bytes", builder.getI64IntegerAttr(cache.bytes)),
                       entry("bytes_per_cycle", builder.getF64FloatAttr(cache.bytesPerCycle)),
                       entry("ways", builder.getI64IntegerAttr(cache.ways))};
    if (cache.storedBytesPerCycle > 0)
      entries.push_back(
          entry("stored_bytes_per_cycle", builder.getF64FloatAttr(cache.storedBytesPerCycle)));
    caches.push_back(entry(cache.name, MapAttr::get(context, entries)));
  }
  Entries entries;
  if (!target.triple.empty())
    entries.push_back(entry("triple", builder.getStringAttr(target.triple)));
  entries.append({
      entry("name", builder.getStringAttr(target.name)),
      entry("vector_register_bytes", builder.getI64IntegerAttr(target.vector.bytes)),
      entry("vector_registers", builder.getI64IntegerAttr(target.vector.count)),
      entry("vector_masks", builder.getBoolAttr(target.vector.hasMasks)),
      entry("vector_part_loads", builder.getBoolAttr(target.vector.loadsParts)),
      entry("vector_scaling", builder.getBoolAttr(target.vector.scales)),
      entry("vector_byte_products", builder.getBoolAttr(target.vector.multipliesBytes)),
      entry("vector_broadcasts", builder.getBoolAttr(target.vector.broadcasts)),
      entry("vector_fuses", builder.getBoolAttr(target.vector.fuses)),
      entry("core", MapAttr::get(context, core)),
      entry("caches", MapAttr::get(context, caches)),
      entry("cache_line_bytes", builder.getI64IntegerAttr(target.lineBytes)),
      entry("scopes", MapAttr::get(context, scopes)),
      entry("grid_blocks", builder.getDenseI64ArrayAttr(target.launch.blocks)),
      entry("block_threads", builder.getDenseI64ArrayAttr(target.launch.threads)),
      entry("threads_of_block", builder.getI64IntegerAttr(target.launch.threadsOfBlock)),
  });
  // Records of targets without it stay as they were, so that tuning knows them again.
  if (target.vector.widensBytes)
    entries.push_back(entry("vector_widened_products", builder.getBoolAttr(true)));
  if (target.vector.multipliesBFloats)
    entries.push_back(entry("vector_bf16_products", builder.getBoolAttr(true)));
  if (target.vector.numTiles > 0)
    entries.push_back(entry("tile_registers", builder.getI64IntegerAttr(target.vector.numTiles)));
  return entries;
}

Attribute dl::schedule::makeTargetSpec(MLIRContext *context, StringRef device,
                                       const Target &target) {
  Attribute entries = TargetDeviceSpecAttr::get(context, makeEntries(context, target));
  return TargetSystemSpecAttr::get(
      context, {DataLayoutEntryAttr::get(StringAttr::get(context, device), entries)});
}

Attribute dl::schedule::completeTargetSpec(ModuleOp record, const Target &target) {
  MLIRContext *context = record.getContext();
  TargetDeviceSpecInterface device = findDevice(record).spec;
  Entries entries = makeEntries(context, target), devices;
  for (DataLayoutEntryInterface entry : device.getEntries())
    if (getName(entry).contains('.'))
      entries.push_back(entry);
  auto system = record->getAttrOfType<TargetSystemSpecInterface>(targetSpecAttrName);
  for (DataLayoutEntryInterface entry : system.getEntries())
    devices.push_back(entry.getValue() == device
                          ? DataLayoutEntryAttr::get(cast<StringAttr>(entry.getKey()),
                                                     TargetDeviceSpecAttr::get(context, entries))
                          : entry);
  return TargetSystemSpecAttr::get(context, devices);
}
