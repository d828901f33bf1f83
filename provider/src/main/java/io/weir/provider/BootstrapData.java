package io.weir.provider;

import java.util.Base64;

/**
 * First-boot data as the bootstrap provider made it. Holds a join token: never logged.
 *
 * @param secret {@code namespace/name} of the Secret; another name asks for a roll
 * @param format {@code cloud-config} or {@code ignition}
 * @param base64 the data as the Secret holds it
 * @param inputs digest of what the data was made from, without the token; empty if its maker does
 *     not tell
 * @param version Kubernetes version that the data was made for; empty if its maker does not tell
 */
public record BootstrapData(
    String secret, String format, String base64, String inputs, String version) {

  /** Data whose maker tells nothing of it. */
  public BootstrapData(String secret, String format, String base64) {
    this(secret, format, base64, "", "");
  }

  /** The data itself. */
  public byte[] bytes() {
    return Base64.getDecoder().decode(base64);
  }

  @Override
  public String toString() {
    return "BootstrapData[" + secret + ", " + format + "]";
  }
}
