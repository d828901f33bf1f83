package io.weir.kernel.harness;

import io.weir.controlplane.ControlPlane;
import io.weir.controlplane.junit.WithControlPlane;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;

/** A real API server is as those in memory are made to be. */
@WithControlPlane
class RealApiServerIT extends ApiServerContract {

  private final ControlPlane controlPlane;

  RealApiServerIT(ControlPlane controlPlane) {
    this.controlPlane = controlPlane;
  }

  @BeforeAll
  static void install(ControlPlane controlPlane) throws Exception {
    TestClusters.install(controlPlane, List.of(Widgets.crd()));
  }

  @Override
  protected TestCluster server() {
    return TestCluster.of(controlPlane);
  }

  @Override
  protected String newNamespace() throws Exception {
    return controlPlane.createNamespace("contract-");
  }
}
