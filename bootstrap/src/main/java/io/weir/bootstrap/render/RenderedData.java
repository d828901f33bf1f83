package io.weir.bootstrap.render;

/**
 * First-boot data, ready to be stored.
 *
 * @param value the text that the machine gets; holds a token
 * @param format as the data Secret names it, {@code cloud-config}
 * @param inputsDigest digest of all inputs but the token: when it changes, new machines differ
 * @param inputsAndTokenDigest digest of all inputs: when it changes, the data is stale
 * @param kubernetesVersion of the machines that it is for, such as {@code v1.35.4}
 */
public record RenderedData(
    String value,
    String format,
    String inputsDigest,
    String inputsAndTokenDigest,
    String kubernetesVersion) {

  /** For machines of an unknown version. */
  public RenderedData(
      String value, String format, String inputsDigest, String inputsAndTokenDigest) {
    this(value, format, inputsDigest, inputsAndTokenDigest, "");
  }

  /** Without the text. */
  @Override
  public String toString() {
    return "RenderedData[format=%s, %d characters, inputs=%s]"
        .formatted(format, value.length(), inputsDigest);
  }
}
