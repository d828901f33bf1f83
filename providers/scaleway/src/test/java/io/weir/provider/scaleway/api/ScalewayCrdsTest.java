package io.weir.provider.scaleway.api;

import io.weir.api.ApiObject;
import io.weir.api.crdcheck.CrdContract;
import io.weir.provider.scaleway.ScalewayProviderFactory;
import java.util.List;

class ScalewayCrdsTest extends CrdContract {

  @Override
  protected List<Kind> kinds() {
    List<ApiObject> crds = new ScalewayProviderFactory().definitions();
    return List.of(
        new Kind(crds.get(0), ScalewayManagedMachinePool.class),
        new Kind(crds.get(1), ScalewayManagedCluster.class),
        new Kind(crds.get(2), ScalewayManagedControlPlane.class));
  }
}
