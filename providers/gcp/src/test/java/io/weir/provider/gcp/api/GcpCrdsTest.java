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
        new KindUnderTest(crds.get(1), GcpCluster.class));
  }
}
