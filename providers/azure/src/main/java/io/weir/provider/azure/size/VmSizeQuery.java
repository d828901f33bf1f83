package io.weir.provider.azure.size;

import io.weir.provider.CloudQuery;
import io.weir.provider.QueryResult;
import java.time.Duration;
import java.util.Optional;

/**
 * What a VM size can do in a region. One list of the region answers all that ask at a time.
 *
 * @param location the region, as people write it
 * @param name the size
 */
public record VmSizeQuery(String location, String name) implements CloudQuery {

  /**
   * The answer.
   *
   * @param size empty if Azure does not offer it there
   */
  public record VmSizeResult(Optional<VmSize> size) implements QueryResult {}

  /** Sizes and their zones change rarely; what a subscription may use changes sooner. */
  @Override
  public Duration maxAge() {
    return Duration.ofHours(1);
  }
}
