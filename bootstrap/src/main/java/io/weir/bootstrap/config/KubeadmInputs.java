package io.weir.bootstrap.config;

import com.fasterxml.jackson.databind.JsonNode;
import io.weir.api.ApiObject;
import io.weir.api.bootstrap.SecretSource;
import io.weir.bootstrap.kubeadm.ClusterJoinInfo;
import io.weir.bootstrap.render.BootstrapInputs;
import io.weir.bootstrap.render.RenderOptions;
import io.weir.bootstrap.token.JoinToken;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * All that a KubeadmConfig's data is made from but the token.
 *
 * @param cluster the Cluster
 * @param spec of the config
 * @param version of the machines; empty if their owner names none
 * @param facts endpoint and CA
 * @param secrets contents that files and users refer to, as far as they exist
 * @param options what decides beside the spec
 */
public record KubeadmInputs(
    ApiObject cluster,
    JsonNode spec,
    String version,
    ClusterJoinInfo facts,
    Map<SecretSource.SecretKeyReference, byte[]> secrets,
    RenderOptions options) {

  /** These and the token that the data is to contain; null for none. */
  public BootstrapInputs inputsWith(@Nullable JoinToken token) {
    return new BootstrapInputs(spec, version, facts, token, secrets, options);
  }

  /** Contents are secret. */
  @Override
  public String toString() {
    return "KubeadmInputs[cluster=%s, version=%s]".formatted(cluster, version);
  }
}
