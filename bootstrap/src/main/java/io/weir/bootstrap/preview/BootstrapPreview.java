package io.weir.bootstrap.preview;

import com.fasterxml.jackson.databind.JsonNode;
import io.weir.api.bootstrap.SecretSource;
import io.weir.bootstrap.BootstrapDataException;
import io.weir.bootstrap.kubeadm.ClusterJoinInfo;
import io.weir.bootstrap.render.BootstrapDataRenderer;
import io.weir.bootstrap.render.BootstrapInputs;
import io.weir.bootstrap.render.RenderOptions;
import io.weir.bootstrap.render.RenderedBootstrapData;
import io.weir.bootstrap.token.JoinToken;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The data of a config, as far as manifests tell it.
 *
 * @param spec the KubeadmConfig's spec, v1beta2
 * @param kubernetesVersion of the machines
 * @param endpoint {@code host:port} of the API server; empty if nobody tells it
 * @param secrets contents of Secrets, as far as manifests have them
 * @param options what decides beside the spec
 */
public record BootstrapPreview(
    JsonNode spec,
    String kubernetesVersion,
    Optional<String> endpoint,
    Map<SecretSource.SecretKeyReference, byte[]> secrets,
    RenderOptions options) {

  /** Stands for a token that Weir would make. */
  private static final JoinToken NOBODYS = JoinToken.parse("weirno.bodystokenatall0");

  private static final String NO_ENDPOINT = "cluster.invalid:6443";

  public BootstrapPreview {
    secrets = Map.copyOf(secrets);
  }

  /**
   * Renders.
   *
   * @param revealToken whether a token in the spec is shown; Weir's own is not known anyway
   * @throws BootstrapDataException if the config cannot be rendered
   */
  public RenderedBootstrapData render(boolean revealToken) {
    Optional<String> given = BootstrapDataRenderer.tokenInSpec(spec);
    boolean ours = given.isEmpty() && BootstrapDataRenderer.hasTokenDiscovery(spec);
    RenderedBootstrapData rendered =
        BootstrapDataRenderer.render(
            new BootstrapInputs(
                spec,
                kubernetesVersion,
                new ClusterJoinInfo(endpoint.orElse(NO_ENDPOINT), PlaceholderCa.PEM),
                ours ? NOBODYS : null,
                contents(),
                options));
    var placeholderReplacer = new PlaceholderReplacer();
    placeholderReplacer.add(NO_ENDPOINT, "<the cluster's endpoint>");
    placeholderReplacer.add(PlaceholderCa.pin(), "sha256:<of the cluster's CA>");
    placeholderReplacer.add(PlaceholderCa.base64(), "<the cluster's CA>");
    placeholderReplacer.add(NOBODYS.reveal(), "<a join token>");
    given
        .filter(_ -> !revealToken)
        .ifPresent(token -> placeholderReplacer.add(token, token.replaceFirst("\\..*", ".****")));
    return new RenderedBootstrapData(
        rendered.format().equals("ignition")
            ? placeholderReplacer.replaceEncoded(rendered.value())
            : placeholderReplacer.replace(rendered.value()),
        rendered.format(),
        rendered.inputsDigest(),
        rendered.inputsAndTokenDigest(),
        rendered.kubernetesVersion(),
        rendered.warnings());
  }

  private Map<SecretSource.SecretKeyReference, byte[]> contents() {
    var contents = new HashMap<SecretSource.SecretKeyReference, byte[]>(secrets);
    for (SecretSource.SecretKeyReference secretKeyReference :
        BootstrapDataRenderer.requiredSecretKeys(spec)) {
      contents.computeIfAbsent(secretKeyReference, this::placeholder);
    }
    return contents;
  }

  /** In the encoding of the file that asks for it, or the data would be refused. */
  private byte[] placeholder(SecretSource.SecretKeyReference secretKeyReference) {
    byte[] text =
        "<key %s of Secret %s>"
            .formatted(secretKeyReference.key(), secretKeyReference.name())
            .getBytes(StandardCharsets.UTF_8);
    for (JsonNode file : spec.path("files")) {
      JsonNode secret = file.at("/contentFrom/secret");
      boolean same =
          secret.path("name").asText().equals(secretKeyReference.name())
              && secret.path("key").asText().equals(secretKeyReference.key());
      if (same && file.path("encoding").asText().equals("base64")) {
        return Base64.getEncoder().encode(text);
      }
    }
    return text;
  }

  /** The spec and Secrets may be secret. */
  @Override
  public String toString() {
    return "BootstrapPreview[kubernetesVersion=%s]".formatted(kubernetesVersion);
  }
}
