package io.weir.sandbox.cloud.aws;

import java.util.Collection;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Names of availability zones, such as {@code eu-west-1b}. */
final class ZoneNames {
  private static final Pattern ZONE = Pattern.compile("([a-z]{2}(?:-[a-z]+)+-\\d+)[a-z]");

  private ZoneNames() {}

  /** The region of the first name that is a zone's. */
  static Optional<String> firstRegion(Collection<String> names) {
    return names.stream()
        .map(ZONE::matcher)
        .filter(Matcher::matches)
        .map(zone -> zone.group(1))
        .findFirst();
  }

  /** Whether the zone lies in the region. */
  static boolean isInRegion(String region, String zone) {
    Matcher found = ZONE.matcher(zone);
    return found.matches() && found.group(1).equals(region);
  }
}
