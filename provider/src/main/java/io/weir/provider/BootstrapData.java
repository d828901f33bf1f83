package io.weir.provider;

import java.util.Base64;

/**
 * Bootstrap data as the bootstrap provider generated it. Holds a join token: never logged.
 *
 * @param secretName {@code namespace/name} of the Secret; another name calls for a rollout
 * @param format {@code cloud-config} or {@code ignition}
 * @param base64 the data as the Secret holds it
 * @param inputDigest digest of what the data was generated from, without the token; empty if the
 *     bootstrap provider does not record it
 * @param kubernetesVersion Kubernetes version that the data was generated for; empty if the
 *     bootstrap provider does not record it
 */
public record BootstrapData(
    String secretName, String format, String base64, String inputDigest, String kubernetesVersion) {

  /** Data about which the bootstrap provider records nothing. */
  public BootstrapData(String secret, String format, String base64) {
    this(secret, format, base64, "", "");
  }

  /** The data itself. */
  public byte[] bytes() {
    return Base64.getDecoder().decode(base64);
  }

  @Override
  public String toString() {
    return "BootstrapData[" + secretName + ", " + format + "]";
  }
}
