//===-- _native.cpp - the C interface for Python ----------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The module dl._native: running, through dl-c only. What users call is the Python
// around it. The interpreter's lock is released meanwhile.
//
//===----------------------------------------------------------------------===//
#include "dl-c/Compile.h"
#include "dl-c/Library.h"

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

namespace nb = nanobind;
using namespace nb::literals;

namespace {

MlirStringRef toRef(const std::string &text) { return {text.data(), text.size()}; }

std::string findProgram(const std::string &name) {
  std::string path;
  dlFindProgram(
      toRef(name),
      [](MlirStringRef part, void *data) {
        static_cast<std::string *>(data)->append(part.data, part.length);
      },
      &path);
  return path;
}

std::string getSupportedOperators() {
  std::string text;
  dlPrintSupportedOperators(
      [](MlirStringRef part, void *data) {
        static_cast<std::string *>(data)->append(part.data, part.length);
      },
      &text);
  return text;
}

/// Name, dtype code and bits, shape.
using TensorInfo = std::tuple<std::string, int, int, std::vector<int64_t>>;
using Array = nb::ndarray<nb::ro, nb::device::cpu>;
using MutableArray = nb::ndarray<nb::device::cpu>;

/// Tensors of one run in the C interface's form.
class Tensors {
public:
  /// `carried` types are those that numpy keeps in integers of the same width.
  template <typename ArrayT> void add(const ArrayT &array, const dlc_tensor_info *info) {
    dlc_tensor tensor = {};
    tensor.data = const_cast<void *>(static_cast<const void *>(array.data()));
    tensor.device = {1, 0};
    tensor.ndim = static_cast<int32_t>(array.ndim());
    nb::dlpack::dtype dtype = array.dtype();
    tensor.dtype = {dtype.code, dtype.bits, dtype.lanes};
    if (info && isCarrier(tensor.dtype, info->dtype))
      tensor.dtype = info->dtype;
    tensor.shape = const_cast<int64_t *>(array.shape_ptr());
    // Without elements strides mean nothing.
    tensor.strides = array.size() ? const_cast<int64_t *>(array.stride_ptr()) : nullptr;
    list.push_back(tensor);
  }
  const dlc_tensor *data() const { return list.data(); }
  dlc_tensor *data() { return list.data(); }
  int32_t size() const { return static_cast<int32_t>(list.size()); }

private:
  /// Bytes of bool, and of the floats that numpy has no type for.
  static bool isCarrier(dlc_dtype given, dlc_dtype wanted) {
    unsigned bits = wanted.bits < 8 ? 8 : wanted.bits;
    bool isStandard = wanted.code == DLC_FLOAT ||
                      ((wanted.code == DLC_INT || wanted.code == DLC_UINT) && wanted.bits >= 8);
    return !isStandard && given.bits == bits && (given.code == DLC_UINT || given.code == DLC_BOOL);
  }

  std::vector<dlc_tensor> list;
};

/// A loaded library.
class Library {
public:
  Library(const std::string &path, int32_t threads) {
    std::string error;
    {
      nb::gil_scoped_release unlocked;
      library = dlLibraryLoad(
          toRef(path), threads,
          [](MlirStringRef text, void *data) {
            static_cast<std::string *>(data)->assign(text.data, text.length);
          },
          &error);
    }
    if (!library.ptr)
      throw nb::value_error(error.c_str());
  }
  ~Library() {
    if (library.ptr)
      dlLibraryDestroy(library);
  }
  Library(const Library &) = delete;
  Library &operator=(const Library &) = delete;

  std::vector<TensorInfo> getInputs() const {
    return describe(dlLibraryGetNumInputs(library), dlLibraryGetInput);
  }
  std::vector<TensorInfo> getOutputs() const {
    return describe(dlLibraryGetNumOutputs(library), dlLibraryGetOutput);
  }

  std::vector<std::vector<int64_t>> getOutputShapes(const std::vector<Array> &inputs) const {
    Tensors in;
    for (size_t i = 0; i < inputs.size(); ++i)
      in.add(inputs[i], dlLibraryGetInput(library, i));
    std::vector<std::vector<int64_t>> shapes;
    for (const TensorInfo &info : getOutputs())
      shapes.push_back(std::get<3>(info));
    std::vector<dlc_tensor> out(shapes.size(), dlc_tensor{});
    for (size_t i = 0; i < shapes.size(); ++i)
      out[i].shape = shapes[i].data();
    dlc_error error;
    if (dlLibraryGetOutputShapes(library, in.data(), in.size(), out.data(),
                                 static_cast<int32_t>(out.size()), &error) != DLC_OK)
      throw nb::value_error(error.message);
    return shapes;
  }

  void run(const std::vector<Array> &inputs, const std::vector<MutableArray> &outputs) const {
    Tensors in, out;
    for (size_t i = 0; i < inputs.size(); ++i)
      in.add(inputs[i], dlLibraryGetInput(library, i));
    for (size_t i = 0; i < outputs.size(); ++i)
      out.add(outputs[i], dlLibraryGetOutput(library, i));
    dlc_error error;
    dlc_status status;
    {
      nb::gil_scoped_release unlocked;
      status = dlLibraryRun(library, in.data(), in.size(), out.data(), out.size(), &error);
    }
    if (status != DLC_OK)
      throw nb::value_error(error.message);
  }

private:
  template <typename GetFn> std::vector<TensorInfo> describe(int32_t count, GetFn get) const {
    std::vector<TensorInfo> result;
    for (int32_t i = 0; i < count; ++i) {
      const dlc_tensor_info *info = get(library, i);
      result.emplace_back(info->name, info->dtype.code, info->dtype.bits,
                          std::vector<int64_t>(info->shape, info->shape + info->ndim));
    }
    return result;
  }

  DlLibrary library;
};

} // namespace

NB_MODULE(_native, module) {
  module.doc() = "The compiler's C interface. Use the package dl, which is made of it.";
  module.def("supported_operators", &getSupportedOperators,
             "A table of ONNX operators: domain, name and since-versions, one a line.");
  module.def("find_program", &findProgram, "name"_a,
             "The path of a program of this installation; empty where there is none.");
  nb::class_<Library>(module, "Library", "A compiled library, loaded.")
      .def(nb::init<const std::string &, int32_t>(), "path"_a, "threads"_a)
      .def_prop_ro("inputs", &Library::getInputs, "Name, dtype code, bits and shape of each input.")
      .def_prop_ro("outputs", &Library::getOutputs, "The same of each output.")
      .def("output_shapes", &Library::getOutputShapes, "inputs"_a,
           "The shapes of the outputs for such inputs.")
      .def("run", &Library::run, "inputs"_a, "outputs"_a,
           "Runs on row-major arrays and writes into `outputs`.");
}
