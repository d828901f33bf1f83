package io.weir.clouds.scaleway.seed;

import java.util.List;

/**
 * A region.
 *
 * @param name such as {@code fr-par}
 * @param zones its zones, such as {@code fr-par-1}; the first is the default of a pool
 */
public record Region(String name, List<String> zones) {
  public Region {
    zones = List.copyOf(zones);
  }
}
