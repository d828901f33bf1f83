package io.weir.provider.oci.api;

import io.weir.api.ApiObject;
import io.weir.api.crdcheck.CrdContract;
import io.weir.provider.oci.OciProviderFactory;
import java.util.List;

class OciCrdsTest extends CrdContract {

  @Override
  protected List<KindUnderTest> kinds() {
    List<ApiObject> crds = new OciProviderFactory().crds();
    return List.of(
        new KindUnderTest(crds.get(0), OciManagedMachinePool.class),
        new KindUnderTest(crds.get(1), OciCluster.class),
        new KindUnderTest(crds.get(2), OciManagedControlPlane.class),
        new KindUnderTest(crds.get(3), OciClusterIdentity.class),
        new KindUnderTest(crds.get(4), OciMachinePool.class),
        new KindUnderTest(crds.get(5), OciCluster.class),
        new KindUnderTest(crds.get(6), Unread.class),
        new KindUnderTest(crds.get(7), Unread.class));
  }
}
