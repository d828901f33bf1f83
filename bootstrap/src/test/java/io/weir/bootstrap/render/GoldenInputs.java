package io.weir.bootstrap.render;

import com.fasterxml.jackson.databind.JsonNode;
import io.weir.api.bootstrap.SecretSource;
import io.weir.bootstrap.ignition.IgnitionVersion;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Optional;

/** The inputs of golden documents, and what is rendered from them. */
final class GoldenInputs {

  private static final String ZEROS = "0".repeat(64);

  private static final String PIN = SampleInputs.CA_HASH.substring("sha256:".length());

  /** The text that Weir renders from {@code golden/<input>.in.json}, the CA's hash left out. */
  static String render(String input) {
    return render(input, IgnitionVersion.V2_3);
  }

  static String render(String input, IgnitionVersion version) {
    return BootstrapDataRenderer.render(inputs(input, version)).value().replace(PIN, ZEROS);
  }

  static BootstrapInputs inputs(String name, IgnitionVersion version) {
    JsonNode input = SampleInputs.json(SampleInputs.resource("/golden/" + name + ".in.json"));
    var secrets = new HashMap<SecretSource.SecretKeyReference, byte[]>();
    input
        .path("secrets")
        .properties()
        .forEach(
            secret ->
                secret
                    .getValue()
                    .properties()
                    .forEach(
                        key ->
                            secrets.put(
                                new SecretSource.SecretKeyReference(secret.getKey(), key.getKey()),
                                key.getValue().asText().getBytes(StandardCharsets.UTF_8))));
    return new BootstrapInputs(
        input.path("spec"),
        input.path("kubernetesVersion").asText(),
        SampleInputs.CLUSTER,
        SampleInputs.TOKEN,
        secrets,
        new RenderOptions(
            Optional.ofNullable(input.get("controlPlaneVersion")).map(JsonNode::asText), version));
  }

  private GoldenInputs() {}
}
