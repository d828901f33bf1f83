package io.weir.sandbox.external;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.ApiObject;
import io.weir.api.GroupKind;
import io.weir.controlplane.ControlPlane;
import io.weir.controlplane.junit.FreshNamespace;
import io.weir.controlplane.junit.WithControlPlane;
import io.weir.sandbox.usage.ApiUsers;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What "Shipping it" in docs/providers-reference.md says, step by step, with the toy provider. */
@WithControlPlane
class ExternalProviderIT {
  private static final GroupKind TOYS =
      new GroupKind("infrastructure.cluster.x-k8s.io", "ToyMachinePool");
  private static final String POOL = "toys";

  private final ControlPlane controlPlane;

  ExternalProviderIT(ControlPlane controlPlane) {
    this.controlPlane = controlPlane;
  }

  @Test
  void aJarOnTheClassPathIsEnoughToInstallItsKindAndRightsAndToLiveThePoolsLife(
      @TempDir Path directory, @FreshNamespace String namespace) throws Exception {
    try (var toy = ExternalProvider.build(directory.resolve("toy-provider"));
        var cloud = new SelfAdvancingCloud(toy.cloud());
        var weir = new InstalledWeir(controlPlane, namespace)) {
      weir.install(toy);
      weir.startManager(toy.jar(), cloud.managerArguments(), directory);
      weir.apply(Path.of("..", "docs", "toy-provider", "pool.yaml"));

      weir.awaitRunning(TOYS, POOL, 2);
      ApiObject made = weir.await(TOYS, POOL, ExternalProviderIT::saysThatItIsMade);
      weir.scale(POOL, 3);
      weir.awaitRunning(TOYS, POOL, 3);
      weir.scale(POOL, 1);
      weir.awaitRunning(TOYS, POOL, 1);
      int sets = cloud.countSets(POOL);
      weir.delete(GroupKind.MACHINE_POOL, POOL);
      weir.awaitGone(TOYS, POOL);
      weir.delete(GroupKind.CLUSTER, "demo");

      assertThat(made.finalizers()).containsExactly("toymachinepool.example.org");
      assertThat(made.controller())
          .hasValueSatisfying(owner -> assertThat(owner.kind()).isEqualTo("MachinePool"));
      assertThat(made.at("/status/initialization/provisioned").asBoolean()).isTrue();
      assertThat(sets).isEqualTo(1);
      assertThat(cloud.countSets(POOL)).isZero();
      weir.awaitNoNodes();
      for (String account : List.of(InstalledWeir.ACCOUNT, ApiUsers.WORKLOAD)) {
        assertThat(weir.requestsOf(account))
            .isNotEmpty()
            .filteredOn(request -> request.code() == 403)
            .isEmpty();
      }
    }
  }

  private static boolean saysThatItIsMade(ApiObject pool) {
    return pool.at("/status/conditions")
        .valueStream()
        .map(InstalledWeir::conditionLine)
        .anyMatch("Ready True Made"::equals);
  }
}
