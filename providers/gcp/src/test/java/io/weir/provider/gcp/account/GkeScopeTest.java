package io.weir.provider.gcp.account;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.ApiObject;
import io.weir.provider.ApiAddresses;
import io.weir.provider.CloudIdentity;
import io.weir.provider.CloudScope;
import io.weir.provider.PoolInputs;
import io.weir.provider.PrerequisiteException;
import io.weir.provider.gcp.PoolFixture;
import io.weir.provider.gcp.api.GcpConstants;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class GkeScopeTest {
  private static final String OTHER = "https://container.example.org";

  private final ObjectNode managedCluster =
      PoolFixture.yaml(
          """
          apiVersion: infrastructure.cluster.x-k8s.io/v1beta1
          kind: GCPManagedCluster
          metadata: {name: w1, namespace: team}
          """);
  private final ObjectNode controlPlane =
      PoolFixture.yaml(
          """
          apiVersion: infrastructure.cluster.x-k8s.io/v1beta1
          kind: GCPManagedControlPlane
          metadata: {name: w1, namespace: team}
          spec: {project: p, location: us-central1-b, clusterName: team-w1}
          """);

  private CloudScope resolve(Map<String, String> settings) throws PrerequisiteException {
    PoolInputs base = new PoolFixture().inputs();
    ObjectNode cluster =
        PoolFixture.yaml(
            """
            apiVersion: cluster.x-k8s.io/v1beta2
            kind: Cluster
            metadata: {name: w1, namespace: team}
            spec:
              infrastructureRef: {apiGroup: infrastructure.cluster.x-k8s.io, kind: GCPManagedCluster, name: w1}
              controlPlaneRef: {apiGroup: infrastructure.cluster.x-k8s.io, kind: GCPManagedControlPlane, name: w1}
            """);
    return new GkeScopeResolver(
            ApiAddresses.of("gcp", "container-", "https://container.googleapis.com", settings),
            ApiAddresses.of("gcp", "https://compute.googleapis.com", settings))
        .resolve(
            new PoolInputs(
                base.pool(),
                base.machinePool(),
                Optional.of(new ApiObject(cluster)),
                Optional.empty(),
                base.marks(),
                (kind, _) ->
                    Optional.of(
                        new ApiObject(
                            kind.equals(GcpConstants.MANAGED_CLUSTER)
                                ? managedCluster
                                : controlPlane))));
  }

  /** Upstream looks for pools of zonal clusters in the region, where none are. */
  @Test
  void isTheClusterAtItsOwnLocation() throws Exception {
    CloudScope scope = resolve(Map.of());

    assertThat(scope.identity()).isEqualTo(new CloudIdentity.Ambient());
    GkeScope gke = GkeScope.of(scope).orElseThrow();
    assertThat(gke.path()).isEqualTo("projects/p/locations/us-central1-b/clusters/team-w1");
    assertThat(gke.machines()).isEqualTo(new GcpScope("p", "us-central1", ""));
    assertThat(GkeScopeResolver.isPossible(scope)).isTrue();
    assertThat(GcpScopeResolver.isPossible(scope)).isFalse();
  }

  @Test
  void keepsAddressesThatTheManagerAdmits() throws Exception {
    managedCluster.withObject("/spec/serviceEndpoints").put("container", OTHER + "/v1/");

    assertThatThrownBy(() -> resolve(Map.of()))
        .hasMessageContaining("spec.serviceEndpoints.container")
        .hasMessageContaining("--set gcp.container-endpoint-allow=https://host");
    CloudScope scope = resolve(Map.of("container-endpoint-allow", OTHER));
    assertThat(GkeScope.of(scope).orElseThrow().endpoint()).isEqualTo(OTHER);
    assertThat(GkeScope.of(scope).orElseThrow().computeEndpoint()).isEmpty();
  }

  @Test
  void isNotOfOtherPlaces() throws Exception {
    CloudScope scope = resolve(Map.of());

    for (String parent : new String[] {"", "clusters/", "clusters/a/..", "clusters/A", OTHER}) {
      assertThat(GkeScope.of(scope.withParent(parent))).as(parent).isEmpty();
    }
  }

  @Test
  void waitsForTheNameOfTheClusterAndRefusesWhatCannotBe() {
    controlPlane.withObject("/spec").remove("clusterName");
    assertThatThrownBy(() -> resolve(Map.of())).hasMessageContaining("spec.clusterName");
    controlPlane.withObject("/spec").put("clusterName", "a/../b");
    assertThatThrownBy(() -> resolve(Map.of())).hasMessageContaining("spec.clusterName");
    controlPlane.withObject("/spec").put("location", "europe/../..");
    assertThatThrownBy(() -> resolve(Map.of())).hasMessageContaining("spec.location");
  }
}
