package io.weir.bootstrap.preview;

import com.fasterxml.jackson.databind.JsonNode;
import io.weir.api.bootstrap.SecretSource;
import io.weir.bootstrap.BootstrapProblem;
import io.weir.bootstrap.kubeadm.ClusterFacts;
import io.weir.bootstrap.render.BootstrapInputs;
import io.weir.bootstrap.render.FirstBoot;
import io.weir.bootstrap.render.RenderOptions;
import io.weir.bootstrap.render.RenderedData;
import io.weir.bootstrap.token.BootstrapToken;
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
public record Preview(
    JsonNode spec,
    String kubernetesVersion,
    Optional<String> endpoint,
    Map<SecretSource.Key, byte[]> secrets,
    RenderOptions options) {

  /** Stands for a token that Weir would make. */
  private static final BootstrapToken NOBODYS = BootstrapToken.parse("weirno.bodystokenatall0");

  private static final String NO_ENDPOINT = "cluster.invalid:6443";

  public Preview {
    secrets = Map.copyOf(secrets);
  }

  /**
   * Renders.
   *
   * @param revealToken whether a token in the spec is shown; Weir's own is not known anyway
   * @throws BootstrapProblem if the config cannot be rendered
   */
  public RenderedData render(boolean revealToken) {
    Optional<String> given = FirstBoot.tokenInSpec(spec);
    boolean ours = given.isEmpty() && FirstBoot.byToken(spec);
    RenderedData rendered =
        FirstBoot.render(
            new BootstrapInputs(
                spec,
                kubernetesVersion,
                new ClusterFacts(endpoint.orElse(NO_ENDPOINT), NobodysCa.PEM),
                ours ? NOBODYS : null,
                contents(),
                options));
    var placeholders = new Placeholders();
    placeholders.add(NO_ENDPOINT, "<the cluster's endpoint>");
    placeholders.add(NobodysCa.pin(), "sha256:<of the cluster's CA>");
    placeholders.add(NobodysCa.base64(), "<the cluster's CA>");
    placeholders.add(NOBODYS.reveal(), "<a join token>");
    given
        .filter(_ -> !revealToken)
        .ifPresent(token -> placeholders.add(token, token.replaceFirst("\\..*", ".****")));
    return new RenderedData(
        rendered.format().equals("ignition")
            ? placeholders.fillEncoded(rendered.value())
            : placeholders.fill(rendered.value()),
        rendered.format(),
        rendered.inputsDigest(),
        rendered.inputsAndTokenDigest(),
        rendered.kubernetesVersion(),
        rendered.unused());
  }

  private Map<SecretSource.Key, byte[]> contents() {
    var contents = new HashMap<SecretSource.Key, byte[]>(secrets);
    for (SecretSource.Key key : FirstBoot.secretsNeeded(spec)) {
      contents.computeIfAbsent(key, this::placeholder);
    }
    return contents;
  }

  /** In the encoding of the file that asks for it, or the data would be refused. */
  private byte[] placeholder(SecretSource.Key key) {
    byte[] text =
        "<key %s of Secret %s>".formatted(key.key(), key.name()).getBytes(StandardCharsets.UTF_8);
    for (JsonNode file : spec.path("files")) {
      JsonNode secret = file.at("/contentFrom/secret");
      boolean same =
          secret.path("name").asText().equals(key.name())
              && secret.path("key").asText().equals(key.key());
      if (same && file.path("encoding").asText().equals("base64")) {
        return Base64.getEncoder().encode(text);
      }
    }
    return text;
  }

  /** The spec and Secrets may be secret. */
  @Override
  public String toString() {
    return "Preview[kubernetesVersion=%s]".formatted(kubernetesVersion);
  }
}
