package io.weir.clouds.azure.compute;

import java.util.Comparator;
import java.util.List;

/** In which zone the next instance is made, and which one goes first. */
final class Placement {
  private Placement() {}

  /** The zones of a scale set, those with the fewest instances first; one empty name for none. */
  static List<String> zonesByRoom(ScaleSet set) {
    List<String> zones = set.zones();
    return zones.isEmpty()
        ? List.of("")
        : zones.stream()
            .sorted(Comparator.comparingLong((String zone) -> count(set, zone)))
            .toList();
  }

  /**
   * The instance that goes when one must: of the fullest zone, the newest unless the policy says
   * otherwise; what is beyond the capacity or has failed before all others.
   */
  static Comparator<ScaleSetInstance> firstToGo(ScaleSet set) {
    Comparator<ScaleSetInstance> byAge =
        Comparator.comparing((ScaleSetInstance one) -> one.created)
            .thenComparingLong(one -> number(one.id));
    boolean oldest = rule(set).equals("OldestVM");
    return Comparator.comparing((ScaleSetInstance one) -> !one.surplus)
        .thenComparing(one -> !one.hasState("Failed"))
        .thenComparingLong(one -> -count(set, one.zone))
        .thenComparing(oldest ? byAge : byAge.reversed());
  }

  /** The order in which instances stay when some were made beyond the capacity. */
  static Comparator<ScaleSetInstance> firstToKeep() {
    return Comparator.comparing((ScaleSetInstance one) -> !one.hasState("Succeeded"))
        .thenComparing(one -> one.surplus)
        .thenComparingLong(one -> number(one.id));
  }

  private static String rule(ScaleSet set) {
    return set.properties().path("scaleInPolicy").path("rules").path(0).asText("Default");
  }

  private static long number(String id) {
    return id.matches("\\d{1,9}") ? Long.parseLong(id) : 0;
  }

  private static long count(ScaleSet set, String zone) {
    return set.staying().stream().filter(one -> one.zone.equals(zone)).count();
  }
}
