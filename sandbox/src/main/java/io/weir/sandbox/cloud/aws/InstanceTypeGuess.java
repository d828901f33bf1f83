package io.weir.sandbox.cloud.aws;

import io.weir.clouds.aws.seed.InstanceType;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What the name of an instance type, such as {@code m6g.2xlarge}, tells about it. */
final class InstanceTypeGuess {
  private static final Pattern NAME = Pattern.compile("([a-z]+)(\\d+)([a-z-]*)\\.(\\d*)([a-z-]+)");
  private static final int LARGE_CPUS = 2;
  private static final int MIB_PER_CPU = 4096;
  private static final Map<String, Integer> SMALLER =
      Map.of("nano", 512, "micro", 1024, "small", 2048, "medium", 4096, "large", 8192);

  private InstanceTypeGuess() {}

  /** A type of this name; sizes are a guess that suits a simulation. */
  static InstanceType of(String name) {
    Matcher parts = NAME.matcher(name);
    if (!parts.matches()) {
      return new InstanceType(name, "x86_64", LARGE_CPUS, LARGE_CPUS * MIB_PER_CPU);
    }
    Integer memory = SMALLER.get(parts.group(5));
    if (memory != null) {
      return new InstanceType(name, architecture(parts), LARGE_CPUS, memory);
    }
    int times = parts.group(4).isEmpty() ? 1 : Integer.parseInt(parts.group(4));
    int cpus = 2 * LARGE_CPUS * times;
    return new InstanceType(name, architecture(parts), cpus, cpus * MIB_PER_CPU);
  }

  /** A g behind the generation stands for AWS's own processors, which are ARM. */
  private static String architecture(Matcher parts) {
    boolean first = parts.group(1).equals("a") && parts.group(2).equals("1");
    return first || parts.group(3).startsWith("g") ? "arm64" : "x86_64";
  }
}
