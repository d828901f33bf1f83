package io.weir.manager.eks;

import io.weir.api.ApiObject;
import io.weir.api.ObjectKey;
import io.weir.api.core.Cluster;
import io.weir.bootstrap.BootstrapDataException;
import io.weir.bootstrap.config.ConfigState;
import io.weir.bootstrap.eks.EksClusterInfo;
import io.weir.bootstrap.eks.EksDataRenderer;
import io.weir.bootstrap.eks.EksInputs;
import io.weir.bootstrap.eks.KubeconfigAuthority;
import io.weir.kernel.cache.ObjectCache;
import io.weir.manager.bootstrap.SecretContents;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * Reads what the data of a config is made from. Throws KubeException.
 *
 * @param contents values of Secrets
 * @param controlPlanes the AWSManagedControlPlanes
 */
record EksInputsReader(SecretContents contents, ObjectCache controlPlanes) {

  /** The control plane that a Cluster names, if it is that of an EKS cluster. */
  static Optional<ObjectKey> controlPlane(ApiObject cluster) {
    return Optional.ofNullable(cluster.as(Cluster.class).spec().controlPlaneRef())
        .filter(reference -> reference.groupKind().equals(EksClusterInfo.CONTROL_PLANE))
        .map(reference -> new ObjectKey(cluster.namespace(), reference.name()));
  }

  /**
   * All inputs.
   *
   * @throws BootstrapDataException if one is missing, or of no use
   */
  EksInputs read(ApiObject config, ConfigState.Ready ready) {
    ApiObject cluster = ready.cluster();
    ApiObject controlPlane = find(cluster);
    return new EksInputs(
        config,
        ready.owner().version(),
        EksClusterInfo.of(cluster, controlPlane, authority(cluster.key())),
        contents.read(
            config,
            EksDataRenderer.requiredSecretKeys(config),
            reference -> EksDataRenderer.fieldOf(config, reference)));
  }

  private ApiObject find(ApiObject cluster) {
    ObjectKey key =
        controlPlane(cluster)
            .orElseThrow(
                () ->
                    BootstrapDataException.invalid(
                        cluster + " spec.controlPlaneRef",
                        "names no %s, and this config is for EKS clusters only; use the config of another bootstrap provider"
                            .formatted(EksClusterInfo.CONTROL_PLANE.kind())));
    return controlPlanes
        .get(key)
        .orElseThrow(
            () ->
                BootstrapDataException.missing(
                    cluster + " spec.controlPlaneRef",
                    "%s %s does not exist; create it"
                        .formatted(EksClusterInfo.CONTROL_PLANE.kind(), key)));
  }

  private String authority(ObjectKey cluster) {
    ObjectKey secret = KubeconfigAuthority.secret(cluster);
    return contents
        .value(secret, KubeconfigAuthority.KUBECONFIG)
        .flatMap(yaml -> KubeconfigAuthority.find(new String(yaml, StandardCharsets.UTF_8)))
        .orElseThrow(
            () ->
                new BootstrapDataException(
                    BootstrapDataException.Reason.INVALID_CA,
                    "there is no Secret %s whose key %s is a kubeconfig with certificate-authority-data; put the EKS cluster's there"
                        .formatted(secret, KubeconfigAuthority.KUBECONFIG)));
  }
}
