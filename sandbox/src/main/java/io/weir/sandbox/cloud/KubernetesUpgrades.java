package io.weir.sandbox.cloud;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The versions of Kubernetes that a pool can be brought to, for which clouds have images. */
public final class KubernetesUpgrades {
  private static final Pattern VERSION = Pattern.compile("v?(\\d+)\\.(\\d+)\\.(\\d+)");

  /** How many minor versions after its own a pool can be brought to. */
  private static final int MINORS = 3;

  /** How many patch versions after its own, and the highest of each later minor version. */
  private static final int PATCHES = 9;

  private KubernetesUpgrades() {}

  /**
   * A version and those that a pool can be brought to from it, without the leading letter; none if
   * it is no version.
   */
  public static Stream<String> from(String version) {
    Matcher parts = VERSION.matcher(version);
    if (!parts.matches()) {
      return Stream.empty();
    }
    int major = Integer.parseInt(parts.group(1));
    int minor = Integer.parseInt(parts.group(2));
    int patch = Integer.parseInt(parts.group(3));
    return IntStream.rangeClosed(minor, minor + MINORS)
        .boxed()
        .flatMap(
            next -> {
              int first = next == minor ? patch : 0;
              return IntStream.rangeClosed(first, first + PATCHES)
                  .mapToObj(each -> "%d.%d.%d".formatted(major, next, each));
            });
  }
}
