package io.weir.clouds.gcp.container;

import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Which versions nodes can have.
 *
 * @see <a href="https://cloud.google.com/kubernetes-engine/versioning">Versions and aliases</a>
 */
final class NodeVersions {
  private static final Pattern MINOR = Pattern.compile("1\\.\\d{1,3}");
  private static final Pattern PATCH = Pattern.compile("1\\.\\d{1,3}\\.\\d{1,3}");
  private static final Pattern WHOLE = Pattern.compile("1\\.\\d{1,3}\\.\\d{1,3}-gke\\.\\d{1,9}");
  private static final int MOST_MINORS_OLDER = 2;

  private NodeVersions() {}

  /** The version of Kubernetes Engine for one of Kubernetes, such as {@code v1.35.4}. */
  static String of(String kubernetes) {
    String version = kubernetes.startsWith("v") ? kubernetes.substring(1) : kubernetes;
    return WHOLE.matcher(version).matches() ? version : version + "-gke.1000";
  }

  /**
   * What an alias means.
   *
   * @param asked may be empty
   * @param master version of the control plane
   * @throws io.weir.clouds.gcp.wire.GcpErrorException if it is not offered
   */
  static String resolve(String asked, String master) {
    String version =
        switch (asked) {
          case "", "-", "latest" -> master;
          default -> alias(asked, master);
        };
    List<Integer> wanted = numbers(version);
    List<Integer> most = numbers(master);
    if (isNewer(wanted, most)) {
      throw RpcCode.INVALID_ARGUMENT.error(
          "Node version \"%s\" must not be newer than the master version \"%s\"."
              .formatted(version, master));
    }
    if (most.get(1) - wanted.get(1) > MOST_MINORS_OLDER) {
      throw unsupported(asked);
    }
    return version;
  }

  private static String alias(String asked, String master) {
    if (WHOLE.matcher(asked).matches()) {
      return asked;
    }
    boolean patch = PATCH.matcher(asked).matches();
    if (!patch && !MINOR.matcher(asked).matches()) {
      throw unsupported(asked);
    }
    if (master.startsWith(asked + (patch ? "-" : "."))) {
      return master;
    }
    return of(patch ? asked : asked + ".9");
  }

  private static RuntimeException unsupported(String version) {
    return RpcCode.INVALID_ARGUMENT.error("Node version \"%s\" is unsupported.".formatted(version));
  }

  private static List<Integer> numbers(String version) {
    return Stream.of(version.replace("-gke", "").split("\\.")).map(Integer::valueOf).toList();
  }

  private static boolean isNewer(List<Integer> one, List<Integer> than) {
    return Arrays.compare(one.toArray(Integer[]::new), than.toArray(Integer[]::new)) > 0;
  }
}
