package io.weir.provider.gcp.machinepool;

import io.weir.provider.CloudQuery;
import io.weir.provider.QueryResult;
import java.time.Duration;
import java.util.List;

/** Asks which zones the region of the scope has. */
public record ZonesQuery() implements CloudQuery {

  private static final Duration AN_HOUR = Duration.ofHours(1);

  @Override
  public Duration maxAge() {
    return AN_HOUR;
  }

  /** The zones by name, sorted. */
  public record Zones(List<String> names) implements QueryResult {
    public Zones {
      names = names.stream().sorted().toList();
    }
  }
}
