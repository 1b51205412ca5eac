"""How graphs that were fused by their builders are run on ONNX Runtime."""

import onnxruntime as ort  # type: ignore[import-untyped]


def session_options(threads: int) -> ort.SessionOptions:
    """For one call on at most `threads` cores, beside other processes."""
    options = ort.SessionOptions()
    options.intra_op_num_threads = threads
    options.inter_op_num_threads = 1
    # Spinning workers would take the cores from the other processes of the machine.
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    # The graphs are fused as they were measured best; "extended" would bring back the slower
    # SkipLayerNormalization.
    options.graph_optimization_level = ort.GraphOptimizationLevel.ORT_ENABLE_BASIC
    options.log_severity_level = 3
    return options
