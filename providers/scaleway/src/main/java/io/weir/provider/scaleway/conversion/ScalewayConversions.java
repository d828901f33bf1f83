package io.weir.provider.scaleway.conversion;

import io.weir.api.conversion.Conversion;
import io.weir.api.conversion.HubAndSpoke;
import io.weir.provider.scaleway.api.ScalewayCrds;
import io.weir.provider.scaleway.api.ScalewayKeys;
import java.util.List;

/** The conversions of the Scaleway kinds that Weir serves in more than one version. */
public final class ScalewayConversions {
  private static final List<Conversion> ALL =
      List.of(
          new HubAndSpoke(
              ScalewayKeys.POOL, "v1alpha2", "v1alpha1", new PoolSpoke(), ScalewayCrds.POOLS));

  private ScalewayConversions() {}

  /** One for each kind, for the webhook. */
  public static List<Conversion> all() {
    return ALL;
  }
}
