package io.weir.bootstrap.gke;

import io.weir.api.ApiObject;
import io.weir.api.GroupKind;
import io.weir.api.Json;
import io.weir.bootstrap.BootstrapDataException;
import io.weir.bootstrap.config.ConfigOwner;
import io.weir.bootstrap.render.InputDigest;
import io.weir.bootstrap.render.RenderedBootstrapData;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Renders the empty data of a node pool of GKE: the Cluster API contract wants a Secret of each
 * config that a pool names.
 */
public final class GkeDataRenderer {

  private static final String INFRASTRUCTURE = "infrastructure.cluster.x-k8s.io";

  /** The kinds whose machines are nodes that GKE makes and joins. */
  private static final Set<GroupKind> NODE_POOLS =
      Set.of(
          new GroupKind(INFRASTRUCTURE, "GCPManagedMachinePool"),
          new GroupKind(INFRASTRUCTURE, "GCPKCCManagedMachinePool"));

  private GkeDataRenderer() {}

  /**
   * Renders; the data is the same for each version of Kubernetes.
   *
   * @throws BootstrapDataException if the owner's machines are none of GKE's: with no data they
   *     would never join
   */
  public static RenderedBootstrapData render(ApiObject config, ConfigOwner owner) {
    if (owner.infrastructure().filter(NODE_POOLS::contains).isEmpty()) {
      throw BootstrapDataException.invalid(
          "%s %s".formatted(owner, owner.field("infrastructureRef")),
          "is of kind %s, and a GKEConfig is for node pools of GKE only, which need no bootstrap data; name the config of another bootstrap provider, such as a KubeadmConfig, in %s"
              .formatted(
                  owner.infrastructure().map(GroupKind::kind).orElse("\"\""),
                  owner.field("bootstrap.configRef")));
    }
    String digest =
        InputDigest.of(
            Json.MAPPER.createObjectNode().put("kind", config.groupKind().kind()),
            config.spec(),
            Map.of());
    return new RenderedBootstrapData("", "cloud-config", digest, digest, "", List.of());
  }
}
