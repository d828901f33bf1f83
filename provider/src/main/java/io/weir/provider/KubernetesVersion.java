package io.weir.provider;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A version of Kubernetes, or a series of them, as clouds and people write it: {@code v1.35},
 * {@code 1.35.4}.
 *
 * @param patch -1 for the series
 */
public record KubernetesVersion(int major, int minor, int patch) {
  private static final Pattern FORM =
      Pattern.compile("v?(\\d{1,4})\\.(\\d{1,4})(?:\\.(\\d{1,4}))?(?:[-+].*)?");

  /** Parses a version; ignores what follows a {@code -} or {@code +}. */
  public static Optional<KubernetesVersion> of(String text) {
    Matcher match = FORM.matcher(text);
    return match.matches()
        ? Optional.of(
            new KubernetesVersion(
                Integer.parseInt(match.group(1)),
                Integer.parseInt(match.group(2)),
                match.group(3) == null ? -1 : Integer.parseInt(match.group(3))))
        : Optional.empty();
  }

  /** Negative, 0 or positive; a series equals all versions in it. */
  public int compare(KubernetesVersion other) {
    int order = Integer.compare(major, other.major);
    order = order == 0 ? Integer.compare(minor, other.minor) : order;
    boolean series = patch < 0 || other.patch < 0;
    return order != 0 || series ? order : Integer.compare(patch, other.patch);
  }

  @Override
  public String toString() {
    return major + "." + minor + (patch < 0 ? "" : "." + patch);
  }
}
