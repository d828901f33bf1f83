package io.weir.bootstrap.kubeadm;

import io.weir.bootstrap.BootstrapDataException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The version of kubeadm's configuration that a Kubernetes version reads. */
public enum KubeadmApiVersion {
  /** Kubernetes 1.22 to 1.30. */
  V1BETA3("kubeadm.k8s.io/v1beta3"),
  /** Kubernetes 1.31 and later. */
  V1BETA4("kubeadm.k8s.io/v1beta4");

  /** The field that names the Kubernetes version of a pool. */
  public static final String FIELD = "spec.template.spec.version";

  private static final Pattern VERSION =
      Pattern.compile("v?(\\d{1,9})\\.(\\d{1,9})(?:\\.\\d+)?(?:[-+].*)?");

  private final String apiVersion;

  KubeadmApiVersion(String apiVersion) {
    this.apiVersion = apiVersion;
  }

  /** The document's {@code apiVersion}. */
  public String apiVersion() {
    return apiVersion;
  }

  /**
   * Chooses by minor version; pre-release and build parts do not count, so that 1.31.0-rc.1 is
   * served as 1.31.
   *
   * @param kubernetesVersion such as {@code v1.31.2}; the {@code v} may be missing
   * @throws BootstrapDataException if it is no version, or one that is too old
   */
  public static KubeadmApiVersion forKubernetes(String kubernetesVersion) {
    Matcher parts = VERSION.matcher(kubernetesVersion.strip());
    if (!parts.matches()) {
      throw BootstrapDataException.invalid(
          FIELD,
          "\"%s\" is not a Kubernetes version; set one such as v1.35.4"
              .formatted(kubernetesVersion));
    }
    int major = Integer.parseInt(parts.group(1));
    int minor = Integer.parseInt(parts.group(2));
    if (major < 1 || (major == 1 && minor < 22)) {
      throw BootstrapDataException.invalid(
          FIELD,
          "%s is older than v1.22, the oldest version supported; set v1.22 or later"
              .formatted(kubernetesVersion));
    }
    return major == 1 && minor < 31 ? V1BETA3 : V1BETA4;
  }
}
