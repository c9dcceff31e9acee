module attributes {dlti.target_system_spec = #dlti.target_system_spec<
  "cpu" = #dlti.target_device_spec<"triple" = "aarch64-linux-gnu", "name" = "cortex-a53", "other.key" = 3,
    "core" = #dlti.map<"hertz" = 1.5e9>,
    "caches" = #dlti.map<"L1" = #dlti.map<"bytes" = 16384>, "L2" = #dlti.map<"bytes" = 1048576>>>,
  "second" = #dlti.target_device_spec<"any" = 1>>} {}
