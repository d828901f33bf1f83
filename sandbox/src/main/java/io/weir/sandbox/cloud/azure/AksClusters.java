package io.weir.sandbox.cloud.azure;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.ApiObject;
import io.weir.api.GroupKind;
import io.weir.clouds.azure.AzureCloud;
import io.weir.clouds.azure.containerservice.ManagedCluster;
import io.weir.clouds.azure.login.AccessTokens;
import io.weir.sandbox.cloud.ForeignController;
import io.weir.sandbox.cloud.GeneratedObjects;
import io.weir.sandbox.cloud.PoolManifests;
import io.weir.sandbox.cloud.TokenAuthenticator;
import io.weir.sandbox.cloud.WorkloadEndpoint;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;

/**
 * The clusters of AKS that Azure is asked about, all of which are this sandbox's API server: made
 * as the objects say that name them and a subscription. They know the identities of Microsoft Entra
 * ID, by their object IDs. Safe for concurrent use.
 *
 * @param simulator where they are
 * @param endpoint the API server
 * @param version of clusters that name none, such as {@code v1.35.4}
 * @param clock the time of the API server
 */
record AksClusters(
    AzureCloud simulator, WorkloadEndpoint endpoint, String version, InstantSource clock)
    implements TokenAuthenticator {
  private static final GroupKind CONTROL_PLANE =
      new GroupKind(GeneratedObjects.INFRASTRUCTURE, "AzureManagedControlPlane");

  /** Whom tokens are for that clusters of AKS take. */
  private static final String APPLICATION = "6dae42f8-4368-4678-94ff-3960e28e3630";

  /** What the controller of control planes does. */
  ForeignController.Role role() {
    return new ForeignController.Role(CONTROL_PLANE, _ -> {}, this::report);
  }

  private void report(ApiObject controlPlane, ObjectNode status) {
    PoolManifests.text(controlPlane.at("/spec/subscriptionID"))
        .flatMap(simulator.seedData()::subscription)
        .ifPresent(
            subscription -> {
              String runs = PoolManifests.text(controlPlane.at("/spec/version")).orElse(version);
              simulator
                  .admin()
                  .putManagedCluster(
                      subscription.id(),
                      new ManagedCluster(
                          controlPlane.at("/spec/resourceGroupName").asText(),
                          controlPlane.name(),
                          controlPlane.at("/spec/location").asText(),
                          runs.substring(1),
                          endpoint.server(),
                          endpoint.certificateAuthority(),
                          true,
                          "Running"));
              status.put("ready", true).put("initialized", true).put("version", runs);
            });
  }

  @Override
  public Optional<User> authenticate(String token) {
    return new AccessTokens(simulator.seedData().tenant())
        .owner(token, APPLICATION, clock.instant())
        .map(objectId -> new User(objectId, List.of()));
  }
}
