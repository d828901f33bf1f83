package io.weir.clouds.scaleway.k8s;

import java.util.Comparator;

/** A version of Kubernetes, such as {@code 1.35.4}. */
record Version(int major, int minor, int patch) implements Comparable<Version> {
  private static final Comparator<Version> ORDER =
      Comparator.comparingInt(Version::major)
          .thenComparingInt(Version::minor)
          .thenComparingInt(Version::patch);

  static Version of(String text) {
    String[] parts = text.split("\\.", 3);
    return new Version(
        Integer.parseInt(parts[0]), Integer.parseInt(parts[1]), Integer.parseInt(parts[2]));
  }

  /** Whether an upgrade may go from the other to this: a later patch, or the next minor. */
  boolean follows(Version before) {
    return major == before.major && minor - before.minor <= 1 && compareTo(before) > 0;
  }

  @Override
  public int compareTo(Version other) {
    return ORDER.compare(this, other);
  }
}
