package io.weir.sandbox.cloud.azure;

import io.weir.clouds.azure.seed.VmSize;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What the name of a VM size, such as {@code Standard_D4ps_v5}, tells about it. */
final class VmSizeGuess {
  private static final Pattern NAME =
      Pattern.compile("Standard_([A-Z]+)(\\d+)(?:-\\d+)?([a-z]*)(?:_(v\\d+))?");
  private static final int CPUS = 2;
  private static final int GIB_PER_CPU = 4;

  private VmSizeGuess() {}

  /** A size of this name; numbers are a guess that suits a simulation. */
  static VmSize of(String name) {
    Matcher parts = NAME.matcher(name);
    if (!parts.matches()) {
      return new VmSize(name, "standardFamily", CPUS, CPUS * GIB_PER_CPU, capabilities(""));
    }
    int cpus = Integer.parseInt(parts.group(2));
    String version = parts.group(4) == null ? "" : parts.group(4);
    return new VmSize(
        name,
        "standard%s%s%sFamily"
            .formatted(parts.group(1), parts.group(3).toUpperCase(Locale.ROOT), version),
        cpus,
        cpus * GIB_PER_CPU,
        capabilities(parts.group(3)));
  }

  /** By the letters between number and version: p is an ARM processor, s premium storage. */
  private static Map<String, String> capabilities(String letters) {
    Map<String, String> all = new HashMap<>();
    all.put("CpuArchitectureType", letters.contains("p") ? "Arm64" : "x64");
    if (letters.contains("s")) {
      all.put("PremiumIO", "True");
      all.put("AcceleratedNetworkingEnabled", "True");
      all.put("EncryptionAtHostSupported", "True");
    }
    if (letters.contains("d")) {
      all.put("EphemeralOSDiskSupported", "True");
    }
    return all;
  }
}
