package io.weir.bootstrap.render;

import java.util.List;

/**
 * Bootstrap data, ready to be stored.
 *
 * @param value the text that the machine gets; holds a token
 * @param format as the data Secret names it, {@code cloud-config} or {@code ignition}; empty if it
 *     names none
 * @param inputsDigest digest of all inputs but the token: when it changes, new machines differ
 * @param inputsAndTokenDigest digest of all inputs: when it changes, the data is stale
 * @param kubernetesVersion of the machines that it is for, such as {@code v1.35.4}
 * @param warnings what was asked for and has no effect, each with its field and the reason
 */
public record RenderedBootstrapData(
    String value,
    String format,
    String inputsDigest,
    String inputsAndTokenDigest,
    String kubernetesVersion,
    List<String> warnings) {

  public RenderedBootstrapData {
    warnings = List.copyOf(warnings);
  }

  /** Without the text. */
  @Override
  public String toString() {
    return "RenderedBootstrapData[format=%s, %d characters, inputs=%s]"
        .formatted(format, value.length(), inputsDigest);
  }
}
