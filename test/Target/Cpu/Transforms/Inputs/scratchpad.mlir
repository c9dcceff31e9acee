module attributes {dlti.target_system_spec = #dlti.target_system_spec<"npu" = #dlti.target_device_spec<
  "name" = "scratchpad", "vector_register_bytes" = 32, "vector_registers" = 8,
  "scopes" = #dlti.map<"dram" = #dlti.map<"shared_by" = "kernel">,
                       "scratch" = #dlti.map<"shared_by" = "kernel", "bytes" = 32768>>>>} {}
