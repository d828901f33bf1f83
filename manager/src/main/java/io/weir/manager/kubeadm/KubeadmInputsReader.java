package io.weir.manager.kubeadm;

import io.weir.api.ApiObject;
import io.weir.api.FeatureGates;
import io.weir.api.ObjectKey;
import io.weir.api.core.Cluster;
import io.weir.bootstrap.BootstrapDataException;
import io.weir.bootstrap.BootstrapMetadataKeys;
import io.weir.bootstrap.IgnitionGate;
import io.weir.bootstrap.config.ConfigState;
import io.weir.bootstrap.config.KubeadmInputs;
import io.weir.bootstrap.ignition.IgnitionVersion;
import io.weir.bootstrap.kubeadm.CaSecret;
import io.weir.bootstrap.kubeadm.ClusterJoinInfo;
import io.weir.bootstrap.render.BootstrapDataRenderer;
import io.weir.bootstrap.render.RenderOptions;
import io.weir.manager.bootstrap.SecretContents;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * Reads what the data of a KubeadmConfig is made from. Throws KubeException.
 *
 * @param contents values of Secrets
 * @param controlPlaneVersions for files that are templates
 * @param gates what may not be asked for
 */
record KubeadmInputsReader(
    SecretContents contents, ControlPlaneVersions controlPlaneVersions, FeatureGates gates) {

  /**
   * All inputs but the token.
   *
   * @throws BootstrapDataException if one is missing, or of no use
   */
  KubeadmInputs read(ApiObject config, ConfigState.Ready ready) {
    ApiObject cluster = ready.cluster();
    String ca = ca(cluster.key());
    IgnitionGate.check(config.spec(), gates);
    return new KubeadmInputs(
        cluster,
        config.spec(),
        ready.owner().version(),
        new ClusterJoinInfo(endpoint(cluster.as(Cluster.class)), ca),
        contents.read(
            config,
            BootstrapDataRenderer.requiredSecretKeys(config.spec()),
            reference -> BootstrapDataRenderer.fieldOf(config.spec(), reference)),
        options(config, cluster));
  }

  private RenderOptions options(ApiObject config, ApiObject cluster) {
    return new RenderOptions(
        BootstrapDataRenderer.hasTemplates(config.spec())
            ? controlPlaneVersions.version(cluster)
            : Optional.<String>empty(),
        config
            .annotation(BootstrapMetadataKeys.IGNITION_VERSION)
            .map(IgnitionVersion::parse)
            .orElse(IgnitionVersion.V2_3));
  }

  private static String endpoint(Cluster cluster) {
    Cluster.Endpoint endpoint = cluster.spec().controlPlaneEndpoint();
    if (!endpoint.isKnown()) {
      return "";
    }
    boolean six = endpoint.host().contains(":") && !endpoint.host().startsWith("[");
    return (six ? "[" + endpoint.host() + "]" : endpoint.host()) + ":" + endpoint.port();
  }

  private String ca(ObjectKey cluster) {
    return contents
        .value(CaSecret.key(cluster), CaSecret.CERTIFICATES)
        .map(bytes -> new String(bytes, StandardCharsets.UTF_8))
        .filter(pem -> !pem.isBlank())
        .orElseThrow(
            () ->
                new BootstrapDataException(
                    BootstrapDataException.Reason.INVALID_CA,
                    "there is no Secret %s with the key %s; put the cluster's CA certificate there in PEM form; the CA's private key is"
                            .formatted(CaSecret.key(cluster), CaSecret.CERTIFICATES)
                        + " not needed"));
  }
}
