package io.weir.provider.gcp.api;

import io.weir.api.ApiObject;
import io.weir.api.crdcheck.CrdContract;
import java.util.List;

class GcpCrdsTest extends CrdContract {

  @Override
  protected List<KindUnderTest> kinds() {
    List<ApiObject> crds = GcpCrds.all();
    return List.of(
        new KindUnderTest(crds.get(0), GcpMachinePool.class),
        new KindUnderTest(crds.get(1), GcpCluster.class),
        new KindUnderTest(crds.get(2), GcpManagedMachinePool.class),
        new KindUnderTest(crds.get(3), Unread.class),
        new KindUnderTest(crds.get(4), GcpManagedControlPlane.class),
        new KindUnderTest(crds.get(5), GcpManagedCluster.class));
  }
}
