package io.weir.kernel.harness;

import io.weir.controlplane.ControlPlane;
import io.weir.controlplane.junit.WithControlPlane;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;

/** A real API server is as those in memory are made to be. */
@WithControlPlane
class RealApiServerIT extends ApiServerContract {

  private final ControlPlane plane;

  RealApiServerIT(ControlPlane plane) {
    this.plane = plane;
  }

  @BeforeAll
  static void install(ControlPlane plane) throws Exception {
    TestClusters.install(plane, List.of(Widgets.crd()));
  }

  @Override
  protected TestCluster server() {
    return TestCluster.of(plane);
  }

  @Override
  protected String newNamespace() throws Exception {
    return plane.createNamespace("contract-");
  }
}
