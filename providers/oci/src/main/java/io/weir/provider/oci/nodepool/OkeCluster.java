package io.weir.provider.oci.nodepool;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * A cluster as OKE shows it.
 *
 * @param id OCID
 * @param state such as {@code ACTIVE}
 * @param version its version of Kubernetes, such as {@code v1.33.1}
 */
public record OkeCluster(String id, String state, String version) {

  /** A cluster as an answer of OKE has it. */
  public static OkeCluster of(JsonNode wire) {
    return new OkeCluster(
        wire.path("id").asText(""),
        wire.path("lifecycleState").asText(""),
        wire.path("kubernetesVersion").asText(""));
  }

  /** Whether its API server answers. */
  public boolean isUsable() {
    return state.equals("ACTIVE") || state.equals("UPDATING");
  }

  /** Whether it is gone, and all of its node pools with it. */
  public boolean isDeleted() {
    return state.equals("DELETED");
  }
}
