package io.weir.api.admission;

import java.math.BigInteger;
import java.util.Comparator;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A Kubernetes version in the form that Cluster API accepts: {@code v}, three numbers, and after
 * them nearly anything.
 *
 * @param major first number
 * @param minor second number
 * @param patch third number
 * @param preRelease whether it comes before the release of these numbers
 */
public record SemanticVersion(
    BigInteger major, BigInteger minor, BigInteger patch, boolean preRelease)
    implements Comparable<SemanticVersion> {

  private static final String NUMBER = "(0|[1-9][0-9]*)";
  private static final Pattern FORM =
      Pattern.compile("v" + NUMBER + "\\." + NUMBER + "\\." + NUMBER + "([-0-9a-zA-Z_.+]*)");
  private static final Comparator<SemanticVersion> ORDER =
      Comparator.comparing(SemanticVersion::major)
          .thenComparing(SemanticVersion::minor)
          .thenComparing(SemanticVersion::patch)
          .thenComparing(version -> !version.preRelease);

  /** Reads a version; absent if it has another form, the {@code v} included. */
  public static Optional<SemanticVersion> parse(String text) {
    Matcher parts = FORM.matcher(text);
    return parts.matches()
        ? Optional.of(
            new SemanticVersion(
                new BigInteger(parts.group(1)),
                new BigInteger(parts.group(2)),
                new BigInteger(parts.group(3)),
                parts.group(4).startsWith("-")))
        : Optional.empty();
  }

  /** By number; of equal numbers a pre-release first. Two of these count as equal. */
  @Override
  public int compareTo(SemanticVersion other) {
    return ORDER.compare(this, other);
  }
}
