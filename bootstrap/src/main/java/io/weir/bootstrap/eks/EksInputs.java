package io.weir.bootstrap.eks;

import com.fasterxml.jackson.databind.JsonNode;
import io.weir.api.ApiObject;
import io.weir.api.bootstrap.SecretSource;
import java.util.Map;

/**
 * All that bootstrap data for EKS is made from.
 *
 * @param config the EKSConfig or NodeadmConfig, v1beta2
 * @param kubernetesVersion of the machines, as their owner names it; empty if it names none
 * @param cluster what they join
 * @param secrets what {@link EksDataRenderer#requiredSecretKeys} names, as far as it exists
 */
public record EksInputs(
    ApiObject config,
    String kubernetesVersion,
    EksClusterInfo cluster,
    Map<SecretSource.SecretKeyReference, byte[]> secrets) {

  public EksInputs {
    secrets = Map.copyOf(secrets);
  }

  JsonNode spec() {
    return config.spec();
  }

  /** Contents are secret. */
  @Override
  public String toString() {
    return "EksInputs[config=%s, cluster=%s]".formatted(config, cluster.name());
  }
}
