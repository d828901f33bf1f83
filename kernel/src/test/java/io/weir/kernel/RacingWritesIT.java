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

  private final ControlPlane plane;

  RacingWritesIT(ControlPlane plane) {
    super(15);
    this.plane = plane;
  }

  @BeforeAll
  static void install(ControlPlane plane) throws Exception {
    TestClusters.install(plane, List.of(Widgets.crd()));
  }

  @Override
  TestCluster server() {
    return TestCluster.of(plane);
  }

  @Override
  String newNamespace() throws Exception {
    return plane.createNamespace("racing-");
  }
}
