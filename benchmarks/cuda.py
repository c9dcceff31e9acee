# Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The CUDA driver by ctypes: no toolkit, no headers, only libcuda.so.1.

Every call is checked; what a driver refuses is an error with its name and, of PTX, what its
compiler says.
"""
import ctypes
import math

INFO_LOG, INFO_SIZE, ERROR_LOG, ERROR_SIZE = 3, 4, 5, 6
DEVICE = {"clock": 13, "multiprocessors": 16, "major": 75, "minor": 76, "l2": 38}
FUNCTION = {"shared": 1, "local": 3, "registers": 4}


class NoDevice(Exception):
    """There is no driver, or it has no GPU."""


class DriverError(Exception):
    """The driver refused a call."""


class Module:
    """Code on the device."""

    def __init__(self, driver, handle, log):
        self.driver, self.handle, self.log = driver, handle, log

    def get_function(self, name):
        function = ctypes.c_void_p()
        self.driver.call("cuModuleGetFunction", ctypes.byref(function), self.handle, name.encode())
        return function

    def describe(self, function):
        """Registers of a thread, its bytes of local memory, and those of its block's memory."""
        values = {}
        for name, number in FUNCTION.items():
            value = ctypes.c_int()
            self.driver.call("cuFuncGetAttribute", ctypes.byref(value), number, function)
            values[name] = value.value
        return values

    def unload(self):
        self.driver.call("cuModuleUnload", self.handle)


class Driver:
    """The first GPU, with its primary context. Sizes are in bytes, times in seconds."""

    def __init__(self, library="libcuda.so.1"):
        try:
            self.library = ctypes.CDLL(library)
        except OSError as error:
            raise NoDevice(f"there is no NVIDIA driver here ({error})") from None
        if status := self.library.cuInit(0):
            raise NoDevice(f"the NVIDIA driver finds no GPU (cuInit: {self.get_error_name(status)})")
        count = ctypes.c_int()
        self.call("cuDeviceGetCount", ctypes.byref(count))
        if not count.value:
            raise NoDevice("the NVIDIA driver finds no GPU")
        self.device, context = ctypes.c_int(), ctypes.c_void_p()
        self.call("cuDeviceGet", ctypes.byref(self.device), 0)
        self.call("cuDevicePrimaryCtxRetain", ctypes.byref(context), self.device)
        self.call("cuCtxSetCurrent", context)
        name, version = ctypes.create_string_buffer(256), ctypes.c_int()
        self.call("cuDeviceGetName", name, len(name), self.device)
        self.call("cuDriverGetVersion", ctypes.byref(version))
        self.name, self.version = name.value.decode(), version.value
        self.attributes = {}
        for key, number in DEVICE.items():
            value = ctypes.c_int()
            self.call("cuDeviceGetAttribute", ctypes.byref(value), number, self.device)
            self.attributes[key] = value.value
        self.stream = ctypes.c_void_p()
        self.call("cuStreamCreate", ctypes.byref(self.stream), 0)
        self.events = [ctypes.c_void_p() for _ in range(2)]
        for event in self.events:
            self.call("cuEventCreate", ctypes.byref(event), 0)

    @property
    def chip(self):
        return f"sm_{self.attributes['major']}{self.attributes['minor']}"

    def get_error_name(self, status):
        text = ctypes.c_char_p()
        self.library.cuGetErrorName(status, ctypes.byref(text))
        return text.value.decode() if text.value else f"error {status}"

    def call(self, function, *arguments):
        if status := getattr(self.library, function)(*arguments):
            raise DriverError(f"{function}: {self.get_error_name(status)}")

    def load(self, ptx):
        """PTX as text to code of this device."""
        logs = [ctypes.create_string_buffer(1 << 16) for _ in range(2)]
        options = (ctypes.c_int * 4)(INFO_LOG, INFO_SIZE, ERROR_LOG, ERROR_SIZE)
        # Sizes are passed in place of pointers.
        values = (ctypes.c_void_p * 4)(ctypes.addressof(logs[0]), len(logs[0]),
                                       ctypes.addressof(logs[1]), len(logs[1]))
        handle = ctypes.c_void_p()
        try:
            self.call("cuModuleLoadDataEx", ctypes.byref(handle), ptx.encode() + b"\0", 4, options,
                      values)
        except DriverError as error:
            raise DriverError(f"{error}: {logs[1].value.decode().strip()}") from None
        return Module(self, handle, logs[0].value.decode())

    def allocate(self, size):
        pointer = ctypes.c_uint64()
        self.call("cuMemAlloc_v2", ctypes.byref(pointer), ctypes.c_size_t(size))
        return pointer.value

    def free(self, pointer):
        self.call("cuMemFree_v2", ctypes.c_uint64(pointer))

    def fill(self, pointer, byte, size):
        self.call("cuMemsetD8_v2", ctypes.c_uint64(pointer), ctypes.c_ubyte(byte),
                  ctypes.c_size_t(size))

    def upload(self, pointer, array):
        """A numpy array that is contiguous."""
        self.call("cuMemcpyHtoD_v2", ctypes.c_uint64(pointer), array.ctypes.data_as(ctypes.c_void_p),
                  ctypes.c_size_t(array.nbytes))

    def download(self, array, pointer):
        self.call("cuMemcpyDtoH_v2", array.ctypes.data_as(ctypes.c_void_p), ctypes.c_uint64(pointer),
                  ctypes.c_size_t(array.nbytes))

    def launch(self, function, grid, block, arguments):
        """Arguments are pointers and integers, each of 64 bits."""
        values = [ctypes.c_uint64(argument) for argument in arguments]
        places = (ctypes.c_void_p * len(values))(*(ctypes.addressof(value) for value in values))
        self.call("cuLaunchKernel", function, *grid, *block, 0, self.stream, places, None)

    def synchronize(self):
        self.call("cuCtxSynchronize")

    def capture(self, run, repeats):
        """What run() launches, so often, as a graph: started at once, without gaps."""
        graph, started = ctypes.c_void_p(), ctypes.c_void_p()
        self.call("cuStreamBeginCapture_v2", self.stream, 0)
        for _ in range(repeats):
            run()
        self.call("cuStreamEndCapture", self.stream, ctypes.byref(graph))
        self.call("cuGraphInstantiateWithFlags", ctypes.byref(started), graph, ctypes.c_uint64(0))
        self.call("cuGraphDestroy", graph)
        return started

    def time_graph(self, graph):
        self.call("cuEventRecord", self.events[0], self.stream)
        self.call("cuGraphLaunch", graph, self.stream)
        self.call("cuEventRecord", self.events[1], self.stream)
        self.call("cuEventSynchronize", self.events[1])
        milliseconds = ctypes.c_float()
        self.call("cuEventElapsedTime", ctypes.byref(milliseconds), *self.events)
        return milliseconds.value / 1e3

    def time(self, run, samples=30, least=1e-3):
        """Seconds of run() in each of some samples, each of so many that it takes long enough."""
        repeats = 1
        while True:
            graph = self.capture(run, repeats)
            self.time_graph(graph)
            seconds = self.time_graph(graph)
            if seconds >= least:
                break
            self.call("cuGraphExecDestroy", graph)
            repeats = min(10 * repeats, max(2 * repeats, math.ceil(repeats * least / seconds)))
        times = [self.time_graph(graph) / repeats for _ in range(samples)]
        self.call("cuGraphExecDestroy", graph)
        return times
