package io.weir.cli;

import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads durations as they are written for Kubernetes, such as {@code 90s} or {@code 1h30m}. */
final class DurationConverter implements ITypeConverter<Duration> {
  private static final Pattern GO =
      Pattern.compile("(?:(?<h>\\d+)h)?(?:(?<m>\\d+)m)?(?:(?<s>\\d+)s)?");

  @Override
  public Duration convert(String text) {
    Matcher found = GO.matcher(text);
    if (text.isEmpty() || !found.matches()) {
      throw new TypeConversionException("'" + text + "' is not a duration such as 90s or 1h30m");
    }
    return Duration.ofHours(number(found, "h"))
        .plusMinutes(number(found, "m"))
        .plusSeconds(number(found, "s"));
  }

  private static long number(Matcher found, String unit) {
    String digits = found.group(unit);
    return digits == null ? 0 : Long.parseLong(digits);
  }
}
