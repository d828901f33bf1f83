package io.weir.kernel;

import io.weir.controlplane.ControlPlane;
import io.weir.controlplane.junit.WithControlPlane;
import io.weir.kernel.harness.TestCluster;
import io.weir.kernel.harness.TestClusters;
import io.weir.kernel.harness.Widgets;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;

/** {@link RacingWritesTest} has more of it; here versions and conflicts are those of a real one. */
@WithControlPlane
class RacingWritesIT extends RacingWrites {

  private final ControlPlane controlPlane;

  RacingWritesIT(ControlPlane controlPlane) {
    super(15);
    this.controlPlane = controlPlane;
  }

  @BeforeAll
  static void install(ControlPlane controlPlane) throws Exception {
    TestClusters.install(controlPlane, List.of(Widgets.crd()));
  }

  @Override
  TestCluster server() {
    return TestCluster.of(controlPlane);
  }

  @Override
  String newNamespace() throws Exception {
    return controlPlane.createNamespace("racing-");
  }
}
