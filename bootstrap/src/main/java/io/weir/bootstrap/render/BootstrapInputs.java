package io.weir.bootstrap.render;

import com.fasterxml.jackson.databind.JsonNode;
import io.weir.api.Json;
import io.weir.api.bootstrap.KubeadmConfig;
import io.weir.api.bootstrap.SecretSource;
import io.weir.bootstrap.BootstrapDataException;
import io.weir.bootstrap.kubeadm.ClusterJoinInfo;
import io.weir.bootstrap.token.JoinToken;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * All that bootstrap data is made from.
 *
 * @param spec the KubeadmConfig's spec, v1beta2, as the API server gave it: digests are taken from
 *     the tree, so that a later Weir which knows more fields finds the same ones; not to be changed
 * @param kubernetesVersion of the machines, such as {@code v1.35.4}
 * @param cluster endpoint and CA
 * @param token Weir's own token; goes before one in the spec, so that one that another controller
 *     wrote there can be taken over; null where none of Weir's is wanted
 * @param secrets what {@link BootstrapDataRenderer#requiredSecretKeys} names, as far as it exists
 * @param options what decides beside the spec
 */
public record BootstrapInputs(
    JsonNode spec,
    String kubernetesVersion,
    ClusterJoinInfo cluster,
    @Nullable JoinToken token,
    Map<SecretSource.SecretKeyReference, byte[]> secrets,
    RenderOptions options) {

  public BootstrapInputs {
    secrets = Map.copyOf(secrets);
  }

  /** Inputs of which nothing is known beside the spec. */
  public BootstrapInputs(
      JsonNode spec,
      String kubernetesVersion,
      ClusterJoinInfo cluster,
      @Nullable JoinToken token,
      Map<SecretSource.SecretKeyReference, byte[]> secrets) {
    this(spec, kubernetesVersion, cluster, token, secrets, RenderOptions.DEFAULT);
  }

  /**
   * The spec as a record.
   *
   * @throws BootstrapDataException if it does not have the shape of v1beta2
   */
  KubeadmConfig.Spec parsedSpec() {
    return parsedSpec(spec);
  }

  static KubeadmConfig.Spec parsedSpec(JsonNode spec) {
    try {
      var whole = Json.MAPPER.createObjectNode();
      if (!spec.isMissingNode()) {
        whole.set("spec", spec);
      }
      return Json.MAPPER.convertValue(whole, KubeadmConfig.class).spec();
    } catch (IllegalArgumentException e) {
      // The cause quotes the tree, which may hold secrets, so it is not passed on.
      throw BootstrapDataException.invalid(
          "spec", "does not match the schema of KubeadmConfig v1beta2");
    }
  }

  /** The spec may hold secrets. */
  @Override
  public String toString() {
    return "BootstrapInputs[kubernetesVersion=%s, cluster=%s, token=%s]"
        .formatted(kubernetesVersion, cluster.endpoint(), token);
  }
}
