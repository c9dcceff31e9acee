"""Runs compiled models through their C interface (include/dl/Runtime/dlc.h) from numpy.

    with dlc.Model("model.so", threads=2) as model:
        outputs = model.run({"data": array})
"""
import ctypes
import mmap

import numpy as np

ABI_VERSIONS = 1, 2  # libraries of older compilers are measured, too
CODES = {"i": 0, "u": 1, "f": 2, "b": 6}  # numpy's kinds as dlc_dtype_code


class Device(ctypes.Structure):
    _fields_ = [("device_type", ctypes.c_int32), ("device_id", ctypes.c_int32)]


class DType(ctypes.Structure):
    _fields_ = [("code", ctypes.c_uint8), ("bits", ctypes.c_uint8), ("lanes", ctypes.c_uint16)]


class Tensor(ctypes.Structure):
    _fields_ = [("data", ctypes.c_void_p), ("device", Device), ("ndim", ctypes.c_int32),
                ("dtype", DType), ("shape", ctypes.POINTER(ctypes.c_int64)),
                ("strides", ctypes.POINTER(ctypes.c_int64)), ("byte_offset", ctypes.c_uint64)]


class TensorInfo(ctypes.Structure):
    """What both versions have; the library's own may be longer."""
    _fields_ = [("name", ctypes.c_char_p), ("shape", ctypes.POINTER(ctypes.c_int64)),
                ("ndim", ctypes.c_int32), ("dtype", DType)]


class OptionsOfVersion1(ctypes.Structure):
    _fields_ = [("threads", ctypes.c_int32), ("bind_threads", ctypes.c_int32),
                ("map_weights", ctypes.c_int32), ("reserved", ctypes.c_int32)]


class Options(ctypes.Structure):
    _fields_ = [("struct_size", ctypes.c_size_t), *OptionsOfVersion1._fields_]

    def __init__(self, **fields):
        super().__init__(struct_size=ctypes.sizeof(Options), **fields)


class Error(ctypes.Structure):
    """Version 1 has a shorter message."""
    _fields_ = [("status", ctypes.c_int), ("message", ctypes.c_char * 508)]


def numpy_dtype(dtype):
    kind = next(kind for kind, code in CODES.items() if code == dtype.code)
    return np.dtype("bool" if kind == "b" else f"{kind}{dtype.bits // 8}")


def declare(library):
    """Gives the functions their types."""
    pointer, size, int32 = ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int32
    info = ctypes.POINTER(TensorInfo)
    for name, result, *arguments in [
            ("dlc_get_model", pointer),
            ("dlc_abi_version", int32, pointer),
            ("dlc_num_inputs", int32, pointer), ("dlc_num_outputs", int32, pointer),
            ("dlc_input", info, pointer, int32), ("dlc_output", info, pointer, int32),
            ("dlc_weights_size", size, pointer), ("dlc_arena_size", size, pointer),
            ("dlc_context_size", size, pointer, pointer),
            ("dlc_num_symbols", int32, pointer), ("dlc_symbol", ctypes.c_char_p, pointer, int32),
            ("dlc_sizes", ctypes.c_int, pointer, pointer, int32, pointer, pointer, int32, pointer),
            ("dlc_init", ctypes.c_int, pointer, pointer, pointer, size, pointer, pointer),
            ("dlc_run", ctypes.c_int, pointer, pointer, size, pointer, int32, pointer, int32,
             pointer, pointer),
            ("dlc_deinit", ctypes.c_int, pointer)]:
        function = getattr(library, name)
        function.restype, function.argtypes = result, arguments


class Memory:
    """Page-aligned memory of at least one byte."""

    def __init__(self, size):
        self.size = size
        self.map = mmap.mmap(-1, max(size, 1))
        self.bytes = ctypes.c_char.from_buffer(self.map)
        self.address = ctypes.addressof(self.bytes)


class Model:
    """A compiled model with its context and one arena: one run at a time."""

    def __init__(self, path, threads=0, bind_threads=False):
        self.library = ctypes.CDLL(path)
        declare(self.library)
        self.model = self.library.dlc_get_model()
        version = self.library.dlc_abi_version(self.model)
        if version not in ABI_VERSIONS:
            raise RuntimeError(f"expected {path} to have version {ABI_VERSIONS[-1]} of the "
                               f"interface, got {version}")
        self.error = Error()
        options = (OptionsOfVersion1 if version == 1 else Options)(threads=threads, bind_threads=bind_threads)
        self.memory = Memory(self.library.dlc_context_size(self.model, ctypes.byref(options)))
        self.arena = Memory(self.library.dlc_arena_size(self.model))
        self.context = ctypes.c_void_p()
        self.check(self.library.dlc_init(
            self.model, ctypes.byref(options), self.memory.address, self.memory.size,
            ctypes.byref(self.context), ctypes.byref(self.error)))
        self.symbols = [self.library.dlc_symbol(self.model, index).decode()
                        for index in range(self.library.dlc_num_symbols(self.model))]
        self.inputs = self.infos("input")
        self.outputs = self.infos("output")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.check(self.library.dlc_deinit(self.context))

    def infos(self, which):
        """Name -> (shape, dtype), in the model's order; dims that inputs decide by name."""
        def dim(size):
            if size >= 0:
                return size
            return self.symbols[-1 - size] if -1 - size < len(self.symbols) else "?"

        count = getattr(self.library, f"dlc_num_{which}s")(self.model)
        result = {}
        for index in range(count):
            info = getattr(self.library, f"dlc_{which}")(self.model, index).contents
            result[info.name.decode()] = (tuple(map(dim, info.shape[:info.ndim])),
                                          numpy_dtype(info.dtype))
        return result

    @property
    def arena_bytes(self):
        return self.arena.size

    def check(self, status):
        if status:
            raise RuntimeError(self.error.message.decode() or f"status {status}")

    @staticmethod
    def tensors(arrays):
        """The arrays as C tensors; what they point at must be kept alive with them."""
        result = (Tensor * len(arrays))()
        for tensor, array in zip(result, arrays):
            tensor.data = array.ctypes.data
            tensor.device = Device(1, 0)
            tensor.ndim = array.ndim
            tensor.dtype = DType(CODES[array.dtype.kind], array.dtype.itemsize * 8, 1)
            tensor.shape = array.ctypes.shape_as(ctypes.c_int64)
        return result

    def output_shapes(self, c_sources):
        """The shapes that inputs lead to; the arena grows to what they need."""
        if not self.symbols and not any("?" in shape for shape, _ in self.outputs.values()):
            return [shape for shape, _ in self.outputs.values()]
        rooms = [(ctypes.c_int64 * max(len(shape), 1))() for shape, _ in self.outputs.values()]
        c_results = (Tensor * len(rooms))()
        for tensor, room in zip(c_results, rooms):
            tensor.shape = room
        needed = ctypes.c_size_t()
        self.check(self.library.dlc_sizes(self.model, c_sources, len(c_sources),
                                          ctypes.byref(needed), c_results, len(rooms),
                                          ctypes.byref(self.error)))
        if needed.value > self.arena.size:
            self.arena = Memory(needed.value)
        return [tuple(room[:len(shape)])
                for room, (shape, _) in zip(rooms, self.outputs.values())]

    def bound(self, inputs):
        """A function that runs on these arrays and returns the same output arrays each time."""
        # np.ascontiguousarray gives numbers a dim.
        sources = [np.require(inputs[name], requirements="C") for name in self.inputs]
        c_sources = self.tensors(sources)
        results = [np.empty(shape, dtype) for shape, (_, dtype)
                   in zip(self.output_shapes(c_sources), self.outputs.values())]
        c_results = self.tensors(results)
        decided_by_data = any("?" in shape for shape, _ in self.outputs.values())

        def run():
            self.check(self.library.dlc_run(
                self.context, self.arena.address, self.arena.size, c_sources, len(sources),
                c_results, len(results), None, ctypes.byref(self.error)))
            if not decided_by_data:
                return results
            # The run has set the shapes.
            shapes = [tuple(tensor.shape[:tensor.ndim]) for tensor in c_results]
            fronts = [array if array.shape == shape
                      else array.reshape(-1)[:int(np.prod(shape))].reshape(shape)
                      for array, shape in zip(results, shapes)]
            for tensor, array in zip(c_results, results):
                for dim, extent in enumerate(array.shape):
                    tensor.shape[dim] = extent
            return fronts

        # The C tensors point into the inputs.
        run.sources = sources
        return run

    def run(self, inputs):
        """The outputs, in the model's order, for inputs by name."""
        return [array.copy() for array in self.bound(inputs)()]
