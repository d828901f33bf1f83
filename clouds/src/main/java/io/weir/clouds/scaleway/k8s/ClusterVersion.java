package io.weir.clouds.scaleway.k8s;

import java.util.Comparator;

/** A version of Kubernetes, such as {@code 1.35.4}. */
record ClusterVersion(int major, int minor, int patch) implements Comparable<ClusterVersion> {
  private static final Comparator<ClusterVersion> ORDER =
      Comparator.comparingInt(ClusterVersion::major)
          .thenComparingInt(ClusterVersion::minor)
          .thenComparingInt(ClusterVersion::patch);

  static ClusterVersion of(String text) {
    String[] parts = text.split("\\.", 3);
    return new ClusterVersion(
        Integer.parseInt(parts[0]), Integer.parseInt(parts[1]), Integer.parseInt(parts[2]));
  }

  /** Whether an upgrade may go from the other to this: a later patch, or the next minor. */
  boolean canUpgradeFrom(ClusterVersion before) {
    return major == before.major && minor - before.minor <= 1 && compareTo(before) > 0;
  }

  @Override
  public int compareTo(ClusterVersion other) {
    return ORDER.compare(this, other);
  }
}
