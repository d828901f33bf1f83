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
import io.weir.bootstrap.kubeadm.CaCertificates;
import io.weir.bootstrap.kubeadm.CaSecret;
import io.weir.kernel.cache.ObjectCache;
import io.weir.manager.bootstrap.SecretContents;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
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
        EksClusterInfo.of(
            cluster,
            controlPlane,
            EksClusterInfo.hasAuthority(config.groupKind()) ? authority(cluster.key()) : ""),
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
    ObjectKey kubeconfig = KubeconfigAuthority.secret(cluster);
    ObjectKey ca = CaSecret.key(cluster);
    return contents
        .value(kubeconfig, KubeconfigAuthority.KUBECONFIG)
        .flatMap(yaml -> KubeconfigAuthority.find(new String(yaml, StandardCharsets.UTF_8)))
        .or(() -> contents.value(ca, CaSecret.CERTIFICATES).flatMap(EksInputsReader::encoded))
        .orElseThrow(
            () ->
                new BootstrapDataException(
                    BootstrapDataException.Reason.INVALID_CA,
                    "the CA of the EKS cluster is not known: put a kubeconfig with certificate-authority-data into Secret %s under key %s, or the CA certificates in PEM form into Secret %s under key %s"
                        .formatted(
                            kubeconfig,
                            KubeconfigAuthority.KUBECONFIG,
                            ca,
                            CaSecret.CERTIFICATES)));
  }

  private static Optional<String> encoded(byte[] pem) {
    return CaCertificates.readable(new String(pem, StandardCharsets.UTF_8))
        ? Optional.of(Base64.getEncoder().encodeToString(pem))
        : Optional.empty();
  }
}
