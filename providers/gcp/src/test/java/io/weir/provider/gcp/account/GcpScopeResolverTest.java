package io.weir.provider.gcp.account;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.api.ApiObject;
import io.weir.api.ObjectKey;
import io.weir.provider.ApiAddresses;
import io.weir.provider.CloudIdentity;
import io.weir.provider.CloudScope;
import io.weir.provider.PrerequisiteException;
import io.weir.provider.gcp.PoolFixture;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Where pools may be, and whose credentials they may use. */
class GcpScopeResolverTest {
  private static final String OTHER = "https://compute.example.org";

  private final PoolFixture objects = new PoolFixture();
  private final ApiObject pool = new ApiObject(objects.pool);

  private CloudScope resolve(Map<String, String> settings) throws PrerequisiteException {
    return new GcpScopeResolver(ApiAddresses.of("gcp", "https://compute.googleapis.com", settings))
        .resolve(objects.inputs());
  }

  @Test
  void aClusterWithoutCredentialsUsesTheManagersIfTheyAreLent() throws Exception {
    CloudScope scope = resolve(Map.of());

    assertThat(scope.identity()).isEqualTo(new CloudIdentity.Ambient());
    assertThat(GcpScope.of(scope)).contains(new GcpScope("p", "us-central1", ""));
    assertThatThrownBy(() -> GcpIdentities.of("others, more").authorize(scope.identity(), pool))
        .hasMessageContaining("--set gcp.lend-credentials-to=team");
    assertThat(GcpIdentities.of("others, team").authorize(scope.identity(), pool))
        .isEqualTo(scope.identity());
    assertThat(GcpIdentities.of("*").authorize(scope.identity(), pool)).isEqualTo(scope.identity());
  }

  @Test
  void aSecretOfAnotherNamespaceServesNobody() throws Exception {
    objects
        .gcpCluster
        .withObject("/spec/credentialsRef")
        .put("name", "key")
        .put("namespace", "kube-system");

    CloudIdentity identity = resolve(Map.of()).identity();

    assertThat(identity).isEqualTo(new CloudIdentity.OfSecret(new ObjectKey("kube-system", "key")));
    assertThatThrownBy(() -> GcpIdentities.of("*").authorize(identity, pool))
        .hasMessageContaining("move the Secret to namespace team");
  }

  @Test
  void anAddressOfAClusterIsCalledOnlyIfTheManagerAdmitsIt() throws Exception {
    objects.gcpCluster.withObject("/spec/serviceEndpoints").put("compute", OTHER + "/compute/v1/");

    assertThatThrownBy(() -> resolve(Map.of()))
        .hasMessageContaining("--set gcp.endpoint-allow=https://host");
    assertThat(resolve(Map.of("endpoint-allow", OTHER)).parentId()).isEqualTo(OTHER);
  }

  @Test
  void aRegionThatCannotBeIsRefused() {
    objects.gcpCluster.withObject("/spec").put("region", "us-central1/../..");

    assertThatThrownBy(() -> resolve(Map.of())).hasMessageContaining("spec.region");
  }
}
