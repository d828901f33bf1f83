package io.weir.kernel.kube;

import java.util.Comparator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The order of API versions: alpha before beta before stable, then by number. */
public final class ApiVersions {

  private static final Pattern FORM = Pattern.compile("v(\\d+)(?:(alpha|beta)(\\d+))?");

  /** Oldest first; a version that does not have Kubernetes' form comes before all that do. */
  public static final Comparator<String> BY_AGE =
      Comparator.comparing(ApiVersions::rank).thenComparing(Comparator.naturalOrder());

  private ApiVersions() {}

  private static Rank rank(String version) {
    Matcher form = FORM.matcher(version);
    if (!form.matches()) {
      return new Rank(-1, 0, 0);
    }
    String stage = form.group(2);
    int stability = stage == null ? 2 : stage.equals("beta") ? 1 : 0;
    int step = stage == null ? 0 : Integer.parseInt(form.group(3));
    return new Rank(stability, Integer.parseInt(form.group(1)), step);
  }

  private record Rank(int stability, int major, int step) implements Comparable<Rank> {
    @Override
    public int compareTo(Rank other) {
      return Comparator.comparingInt(Rank::stability)
          .thenComparingInt(Rank::major)
          .thenComparingInt(Rank::step)
          .compare(this, other);
    }
  }
}
