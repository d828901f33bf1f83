package io.weir.provider.azure.api;

import io.weir.api.ApiObject;
import io.weir.api.crdcheck.CrdContract;
import java.util.List;

class AzureCrdsTest extends CrdContract {

  @Override
  protected List<KindUnderTest> kinds() {
    List<ApiObject> crds = AzureCrds.all();
    return List.of(
        new KindUnderTest(crds.get(0), AzureMachinePool.class),
        new KindUnderTest(crds.get(1), AzureMachinePoolMachine.class),
        new KindUnderTest(crds.get(2), AzureCluster.class),
        new KindUnderTest(crds.get(3), AzureClusterIdentity.class),
        new KindUnderTest(AzureCrds.ofAks().get(6), AzureManagedControlPlane.class));
  }
}
