# Finds the ONNX protobuf messages (Debian's libonnx-dev and libprotobuf-dev).
# The package's own ONNXConfig.cmake points at files that Debian installs elsewhere.
#
#   ONNX::proto   the messages (libonnx_proto) and protobuf, with the definitions
#                 that their headers need

find_path(ONNX_INCLUDE_DIR onnx/onnx-ml.pb.h)
find_library(ONNX_PROTO_LIBRARY onnx_proto)
find_path(ONNX_PROTOBUF_INCLUDE_DIR google/protobuf/message.h)
find_library(ONNX_PROTOBUF_LIBRARY protobuf)

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(ONNX REQUIRED_VARS
  ONNX_PROTO_LIBRARY ONNX_INCLUDE_DIR ONNX_PROTOBUF_LIBRARY ONNX_PROTOBUF_INCLUDE_DIR)
mark_as_advanced(ONNX_PROTO_LIBRARY ONNX_INCLUDE_DIR ONNX_PROTOBUF_LIBRARY
  ONNX_PROTOBUF_INCLUDE_DIR)

if(ONNX_FOUND AND NOT TARGET ONNX::proto)
  add_library(ONNX::proto INTERFACE IMPORTED GLOBAL)
  set_target_properties(ONNX::proto PROPERTIES
    INTERFACE_COMPILE_DEFINITIONS "ONNX_ML=1;ONNX_NAMESPACE=onnx"
    INTERFACE_INCLUDE_DIRECTORIES "${ONNX_INCLUDE_DIR};${ONNX_PROTOBUF_INCLUDE_DIR}"
    INTERFACE_LINK_LIBRARIES "${ONNX_PROTO_LIBRARY};${ONNX_PROTOBUF_LIBRARY}")
endif()
