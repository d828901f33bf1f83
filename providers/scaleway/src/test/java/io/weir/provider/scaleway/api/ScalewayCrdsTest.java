package io.weir.provider.scaleway.api;

import io.weir.api.ApiObject;
import io.weir.api.crdcheck.CrdContract;
import io.weir.provider.scaleway.ScalewayProviderFactory;
import java.util.List;

class ScalewayCrdsTest extends CrdContract {

  @Override
  protected List<KindUnderTest> kinds() {
    List<ApiObject> crds = new ScalewayProviderFactory().crds();
    return List.of(
        new KindUnderTest(crds.get(0), ScalewayManagedMachinePool.class),
        new KindUnderTest(crds.get(1), ScalewayManagedCluster.class),
        new KindUnderTest(crds.get(2), ScalewayManagedControlPlane.class));
  }
}
