"""The tensors of a graph, written to one file as they come, so that none has to stay in memory."""

from collections.abc import Iterable
from typing import Any, BinaryIO

import numpy as np
import onnx
from numpy.typing import NDArray
from onnx import TensorProto, helper, numpy_helper

# ONNX Runtime maps tensors from the file; whole pages let processes share them.
_ALIGN = 4096
# Smaller tensors stay in the graph: shape inference needs to see them.
_INLINE_BYTES = 1024

AnyArray = NDArray[Any]


class TensorFile:
    """Appends tensors to `file`, which the graph calls `location`; keeps only their descriptions."""

    def __init__(self, file: BinaryIO, location: str) -> None:
        self._file = file
        self._location = location
        self.initializers: list[TensorProto] = []

    def add(self, name: str, array: AnyArray) -> str:
        """Store `array` and return `name`."""
        if array.nbytes < _INLINE_BYTES:
            self.initializers.append(numpy_helper.from_array(array, name))
            return name
        return self.add_rows(name, array.shape, array.dtype, [array])

    def add_rows(self, name: str, shape: tuple[int, ...], dtype: np.dtype[Any], parts: Iterable[AnyArray]) -> str:
        """Store a tensor that comes in consecutive `parts`, and return `name`."""
        offset = self._aligned()
        for part in parts:
            self._file.write(np.ascontiguousarray(part, dtype=dtype).tobytes())
        self.initializers.append(self._external(name, shape, dtype, offset, self._file.tell() - offset))
        return name

    def _aligned(self) -> int:
        self._file.write(bytes(-self._file.tell() % _ALIGN))
        return self._file.tell()

    def _external(
        self, name: str, shape: tuple[int, ...], dtype: np.dtype[Any], offset: int, length: int
    ) -> TensorProto:
        tensor = TensorProto(
            name=name,
            dims=shape,
            data_type=helper.np_dtype_to_tensor_dtype(dtype),
            data_location=TensorProto.EXTERNAL,
        )
        for key, value in (
            ("location", self._location),
            ("offset", str(offset)),
            ("length", str(length)),
        ):
            tensor.external_data.append(onnx.StringStringEntryProto(key=key, value=value))
        return tensor
