# Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What a call gives, as arrays: taken as it is, or refused. Nothing is lost silently."""
from __future__ import annotations

import reprlib
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from . import _dtypes
from ._errors import RunError


class TensorInfo(NamedTuple):
    """An input or an output. A dim that is not known before a call is None."""

    name: str
    dtype: np.dtype
    shape: tuple[int | None, ...]


def to_input(value: Any, info: TensorInfo) -> Any:
    """The array of an input. Arrays must have the input's type; numbers and nested lists
    of them get it where it holds them, rounding of floats aside. What only DLPack knows
    stays as it is; the library checks it."""
    if type(value) is np.ndarray and value.dtype == info.dtype:
        return value
    what = f"input '{info.name}'"
    if isinstance(value, np.ma.MaskedArray):
        raise RunError(f"{what}: expected an array without a mask, got a masked array; give its "
                       "filled(value), or its data")
    if isinstance(value, (bool, int, float, complex, list, tuple)):
        return _from_numbers(value, info)
    if not isinstance(value, (np.ndarray, np.generic)) and hasattr(value, "__dlpack__"):
        try:
            device = value.__dlpack_device__() if hasattr(value, "__dlpack_device__") else (1, 0)
        except (BufferError, RuntimeError, ValueError) as error:
            raise RunError(f"{what}: expected an array that DLPack can share: {error}") from None
        if device[0] != 1:
            raise RunError(f"{what}: expected an array on the CPU, got one on DLPack's device "
                           f"{device[0]}; copy it to the CPU")
        try:
            array = np.from_dlpack(value)
        except (BufferError, RuntimeError, TypeError) as error:
            return _check_foreign(value, what, error)
    else:
        array = np.asarray(value)
    if array.dtype != info.dtype:
        if array.dtype == object:
            raise RunError(f"{what}: expected an array or nested lists of numbers, got "
                           f"{type(value).__name__}")
        raise RunError(f"{what}: expected elements of type {info.dtype}, got {array.dtype}"
                       + ("" if array.dtype.kind in "USV" else
                          f"; convert it, as {_convert(value, info.dtype.name)} does"))
    return array


def _convert(value: Any, name: str) -> str:
    is_tensor = type(value).__module__.partition(".")[0] == "torch"
    return f".to(torch.{name})" if is_tensor else f".astype({name!r})"


def to_carrier(array: Any) -> Any:
    """What the library takes: row-major, in a type that DLPack has."""
    if isinstance(array, np.ndarray):
        return _dtypes.to_carrier(np.asarray(array, order="C"))
    return array


def _check_foreign(value: Any, what: str, error: Exception) -> Any:
    """What numpy cannot take may have a type that numpy has not, or be no array."""
    try:
        value.__dlpack__()
    except Exception:
        raise RunError(f"{what}: expected an array that DLPack can share: {error}") from None
    return value


# Numbers and lists of them.

def _from_numbers(value: Any, info: TensorInfo) -> np.ndarray:
    what = f"input '{info.name}'"
    types = _get_leaf_types(value)
    if any(issubclass(leaf_type, np.ma.MaskedArray) for leaf_type in types):
        raise RunError(f"{what}: expected numbers, got a masked value in a list")
    # Of these numpy makes an array that holds them exactly, or one of objects.
    is_plain = types == {float} or types <= {int, bool}
    try:
        given = np.asarray(value, None if is_plain else object)
    except ValueError:
        raise RunError(f"{what}: expected nested lists of equal lengths") from None
    if given.dtype == np.float64 and float not in types:
        given = np.asarray(value, object)
    if given.dtype == object:
        given = _unpack_scalars(given)
        if any(issubclass(leaf_type, (list, tuple, np.ndarray))
               for leaf_type in set(map(type, given.flat))):
            raise RunError(f"{what}: expected nested lists of equal lengths")
    kinds, limits = _describe_type(info.dtype)
    for leaf_type in types if is_plain else set(map(type, given.flat)):
        if _get_kind(leaf_type) not in kinds:
            objects = np.asarray(value, object) if is_plain else given
            wrong = np.array([type(leaf) is leaf_type for leaf in objects.flat], bool)
            _refuse_first(info, objects, wrong.reshape(given.shape),
                          f"of the type {leaf_type.__name__}")
    if limits:
        return _to_integers(given, limits, info)
    if kinds == "b":
        return given.astype(np.bool_)
    return _to_floats(given, info)


def _to_integers(given: np.ndarray, limits: tuple[int, int], info: TensorInfo) -> np.ndarray:
    if given.size and (int(given.min()) < limits[0] or int(given.max()) > limits[1]):
        objects = given.astype(object)
        outside = (objects < limits[0]) | (objects > limits[1])
        _refuse_first(info, objects, outside, f"which is outside {limits[0]} to {limits[1]}")
    # ml_dtypes' small integers take no objects.
    wide = given.astype(np.uint64 if limits[1] > np.iinfo(np.int64).max else np.int64)
    return wide.astype(info.dtype)


def _to_floats(given: np.ndarray, info: TensorInfo) -> np.ndarray:
    if given.dtype == object:
        is_integer = np.array([_get_kind(type(leaf)) != "f" for leaf in given.flat],
                              bool).reshape(given.shape)
    else:
        is_integer = np.full(given.shape, given.dtype.kind != "f")
    try:
        wide = given.astype(np.float64)
    except OverflowError:
        _refuse_first(info, given, is_integer & (abs(given) > 2**1023), "which is too large")
    with np.errstate(over="ignore", under="ignore", invalid="ignore"):
        result = wide.astype(info.dtype)
        back = result.astype(np.float64)
    _refuse_first(info, given, np.isfinite(wide) & ~np.isfinite(back), "which is too large")
    _refuse_first(info, given, (wide != 0) & (back == 0), "which would become zero")
    # Beyond 2^53 float64 itself may have rounded.
    is_same = back == wide
    for index in np.flatnonzero(is_integer & (abs(wide) >= 2**53)):
        is_same.flat[index] &= int(wide.flat[index]) == int(given.flat[index])
    _refuse_first(info, given, is_integer & ~is_same, "an integer that it does not hold")
    return result


def _get_leaf_types(value: Any) -> set[type]:
    """The types of what stands in nested lists, lists aside."""
    if not isinstance(value, (list, tuple)):
        return {type(value)}
    types = set(map(type, value))
    lists = {part for part in types if issubclass(part, (list, tuple))}
    found = types - lists
    if lists:
        for part in value:
            if isinstance(part, (list, tuple)):
                found |= _get_leaf_types(part)
    return found


def _unpack_scalars(given: np.ndarray) -> np.ndarray:
    """Arrays of no dimension as the numbers they hold."""
    for index, leaf in enumerate(given.flat):
        if isinstance(leaf, np.ndarray) and leaf.ndim == 0:
            given.flat[index] = leaf[()]
    return given


def _get_kind(leaf_type: type) -> str:
    """b, i or f; "?" for what is no number that a tensor has."""
    if issubclass(leaf_type, (bool, np.bool_)):
        return "b"
    if issubclass(leaf_type, (int, np.integer)):
        return "i"
    if issubclass(leaf_type, (float, np.floating)) or leaf_type.__module__ == "ml_dtypes":
        return "f"
    return "?"


def _describe_type(dtype: np.dtype) -> tuple[str, tuple[int, int] | None]:
    """The kinds of numbers that elements may be made of, and an integer type's limits."""
    if dtype == np.bool_:
        return "b", None
    if "int" in dtype.name:
        info = np.iinfo(dtype) if dtype.kind in "iu" else _dtypes.ml_dtypes.iinfo(dtype)
        return "bi", (int(info.min), int(info.max))
    return "bif", None


def _refuse_first(info: TensorInfo, given: np.ndarray, wrong: np.ndarray, why: str) -> None:
    """An error about the first number that is wrong, if one is."""
    if not np.any(wrong):
        return
    position = tuple(int(index[0]) for index in np.nonzero(np.atleast_1d(wrong)))
    leaf = np.atleast_1d(given)[position]
    if isinstance(leaf, np.generic):
        leaf = leaf.item()
    place = f" at {list(position)}" if given.shape else ""
    raise RunError(f"input '{info.name}': expected numbers for elements of type {info.dtype}, got "
                   f"{reprlib.repr(leaf)}{place}, {why}; convert it to an array of that type")


# Outputs that are given.

def to_outputs(out: Any, infos: Sequence[TensorInfo]) -> list[np.ndarray]:
    """The arrays of `out=` in order, with everything checked but shapes and overlaps, which the
    library checks. The only output may be given as it is, all by their names."""
    if isinstance(out, np.ndarray) and len(infos) == 1:
        out = [out]
    elif isinstance(out, Mapping):
        out = _order_outputs(out, infos)
    if not isinstance(out, (list, tuple)):
        raise RunError(f"out: expected a list or a mapping of {len(infos)} arrays, for "
                       f"{_list_names(infos)}, got {type(out).__name__}")
    if len(out) != len(infos):
        raise RunError(f"out: expected {len(infos)} outputs, got {len(out)}; give one array for "
                       f"each of {_list_names(infos)}")
    for array, info in zip(out, infos):
        why = _find_fault(array, info)
        if why:
            raise RunError(f"output '{info.name}': expected {why}")
    return list(out)


def _order_outputs(out: Mapping[str, Any], infos: Sequence[TensorInfo]) -> list[Any]:
    names = [info.name for info in infos]
    if set(out) != set(names):
        raise RunError(f"out: expected arrays for the outputs {_list_names(infos)}, got "
                       f"{', '.join(repr(name) for name in out) or 'none'}")
    return [out[name] for name in names]


def _find_fault(array: Any, info: TensorInfo) -> str:
    if not isinstance(array, np.ndarray) or isinstance(array, np.ma.MaskedArray):
        return f"a numpy array to write into, got {type(array).__name__}"
    if array.dtype != info.dtype:
        return f"elements of type {info.dtype}, got {array.dtype}"
    flags = array.flags
    if not flags.writeable:
        return "an array that can be written to, got one that is read-only"
    if not flags.c_contiguous:
        return f"a row-major array, got strides {array.strides}"
    return ""


def _list_names(infos: Sequence[TensorInfo]) -> str:
    return ", ".join(f"'{info.name}'" for info in infos)
