package io.weir.sandbox.cloud.azure;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.ApiObject;
import io.weir.api.Json;
import io.weir.clouds.azure.AzureCloud;
import io.weir.clouds.azure.login.AccessTokens;
import io.weir.clouds.azure.seed.AzureSeedData;
import io.weir.clouds.node.wire.Kubeconfig;
import io.weir.sandbox.cloud.TokenAuthenticator.User;
import io.weir.sandbox.cloud.WorkloadEndpoint;
import java.net.URI;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class AksClustersTest {
  private static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");
  private static final String AKS = "6dae42f8-4368-4678-94ff-3960e28e3630";

  private final AzureCloud cloud = AzureCloud.start();
  private final AksClusters clusters =
      new AksClusters(
          cloud,
          WorkloadEndpoint.of(Kubeconfig.withToken(URI.create("https://127.0.0.1:1"), "", "x")),
          "v1.35.4",
          InstantSource.fixed(NOW));

  @AfterEach
  void stop() {
    cloud.close();
  }

  @Test
  void anIdentityIsCalledByItsObjectId() {
    assertThat(clusters.authenticate(issued(AKS, NOW)))
        .hasValue(new User(AzureSeedData.PRINCIPAL.objectId(), List.of()));
  }

  @Test
  void aTokenForAnotherPurposeAnExpiredOneAndAForgedOneLetNobodyIn() {
    String good = issued(AKS, NOW);
    String forged = good.substring(0, good.lastIndexOf('.') + 1) + "AAAA";
    String old = issued(AKS, NOW.minus(AccessTokens.LIFE));
    String ofAzure = issued("https://management.azure.com", NOW);

    for (String other : List.of(ofAzure, old, forged, "", "a.b.c")) {
      assertThat(clusters.authenticate(other)).as(other).isEmpty();
    }
  }

  @Test
  void onlyAControlPlaneOfAKnownSubscriptionIsReady() throws Exception {
    assertThat(reported(AzureSeedData.SUBSCRIPTION).path("ready").asBoolean()).isTrue();
    assertThat(reported("another").isEmpty()).isTrue();
    assertThat(reported("").isEmpty()).isTrue();
  }

  private ObjectNode reported(String subscription) throws Exception {
    String controlPlane =
        """
        {"apiVersion": "infrastructure.cluster.x-k8s.io/v1beta1",
         "kind": "AzureManagedControlPlane",
         "metadata": {"name": "demo", "namespace": "default"},
         "spec": {"subscriptionID": "%s", "resourceGroupName": "demo", "location": "westeurope"}}
        """
            .formatted(subscription);
    ObjectNode status = Json.MAPPER.createObjectNode();
    clusters
        .role()
        .report()
        .accept(new ApiObject((ObjectNode) Json.MAPPER.readTree(controlPlane)), status);
    return status;
  }

  private String issued(String audience, Instant when) {
    return new AccessTokens(cloud.seedData().tenant())
        .issue(AzureSeedData.PRINCIPAL, audience, when);
  }
}
