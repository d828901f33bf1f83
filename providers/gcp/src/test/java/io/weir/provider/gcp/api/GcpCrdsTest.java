package io.weir.provider.gcp.api;

import io.weir.api.ApiObject;
import io.weir.api.crdcheck.CrdContract;
import java.util.List;

class GcpCrdsTest extends CrdContract {

  @Override
  protected List<KindUnderTest> kinds() {
    List<ApiObject> crds = GcpCrds.all();
    List<ApiObject> ofGke = GcpCrds.ofKubernetesEngine();
    return List.of(
        new KindUnderTest(crds.get(0), GcpMachinePool.class),
        new KindUnderTest(crds.get(1), GcpCluster.class),
        new KindUnderTest(ofGke.get(0), GcpManagedMachinePool.class),
        new KindUnderTest(ofGke.get(1), Unread.class),
        new KindUnderTest(ofGke.get(2), GcpManagedControlPlane.class),
        new KindUnderTest(ofGke.get(3), GcpManagedCluster.class));
  }
}
