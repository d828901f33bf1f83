package io.weir.provider.aws.api;

import io.weir.api.ApiObject;
import io.weir.api.crdcheck.CrdContract;
import java.util.List;

class AwsCrdsTest extends CrdContract {

  @Override
  protected List<KindUnderTest> kinds() {
    List<ApiObject> crds = AwsCrds.all();
    return List.of(
        new KindUnderTest(crds.get(0), AWSMachinePool.class),
        new KindUnderTest(crds.get(1), AWSCluster.class),
        new KindUnderTest(crds.get(2), AWSClusterControllerIdentity.class),
        new KindUnderTest(crds.get(3), AWSClusterStaticIdentity.class),
        new KindUnderTest(crds.get(4), AWSClusterRoleIdentity.class),
        new KindUnderTest(crds.get(5), Unread.class),
        new KindUnderTest(crds.get(6), AWSManagedMachinePool.class),
        new KindUnderTest(crds.get(7), AWSManagedControlPlane.class),
        new KindUnderTest(crds.get(8), Unread.class));
  }
}
