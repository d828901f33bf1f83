package io.weir.provider.scaleway.api;

import io.weir.api.ApiObject;
import io.weir.api.Crds;
import java.util.List;

/** The definitions of the Scaleway kinds that Weir ships. */
public final class ScalewayCrds {
  /** Where the definition of ScalewayManagedMachinePool is on the classpath. */
  public static final String POOLS =
      "/io/weir/provider/scaleway/crds/scalewaymanagedmachinepools.yaml";

  private ScalewayCrds() {}

  /** ScalewayManagedMachinePool, and the kinds of another project that it reads. */
  public static List<ApiObject> all() {
    return Crds.read(
        ScalewayCrds.class,
        POOLS,
        "/io/weir/provider/scaleway/crds/scalewaymanagedclusters.yaml",
        "/io/weir/provider/scaleway/crds/scalewaymanagedcontrolplanes.yaml");
  }
}
