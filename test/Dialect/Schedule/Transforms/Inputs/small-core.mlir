module attributes {dlti.target_system_spec = #dlti.target_system_spec<"cpu" = #dlti.target_device_spec<
  "name" = "small", "vector_register_bytes" = 16, "vector_registers" = 16, "cache_line_bytes" = 32,
  "core" = #dlti.map<"hertz" = 1.0e9, "instructions_per_cycle" = 1, "operations_per_cycle" = 0.25,
                     "loads_per_cycle" = 0.5, "stores_per_cycle" = 0.5, "leave_loop_cycles" = 3>,
  "caches" = #dlti.map<"near" = #dlti.map<"bytes" = 8192, "bytes_per_cycle" = 4>,
                       "far" = #dlti.map<"bytes" = 65536, "bytes_per_cycle" = 2.0>>>>} {}
