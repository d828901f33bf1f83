package io.weir.api;

import io.weir.api.bootstrap.KubeadmConfig;
import io.weir.api.core.Cluster;
import io.weir.api.core.MachinePool;
import io.weir.api.crdcheck.CrdContract;
import java.util.List;

class CoreCrdsTest extends CrdContract {

  @Override
  protected List<Kind> kinds() {
    List<ApiObject> crds = Crds.core();
    return List.of(
        new Kind(crds.get(0), Cluster.class),
        new Kind(crds.get(1), MachinePool.class),
        new Kind(crds.get(2), KubeadmConfig.class));
  }
}
