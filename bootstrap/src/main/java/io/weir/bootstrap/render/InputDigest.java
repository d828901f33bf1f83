package io.weir.bootstrap.render;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.Digest;
import io.weir.api.Json;
import io.weir.api.bootstrap.SecretSource;
import io.weir.bootstrap.ignition.IgnitionVersion;
import java.nio.charset.StandardCharsets;
import java.util.Comparator;
import java.util.Map;

/**
 * SHA-256 over the inputs as JSON with sorted keys and without nulls. Of the inputs, not of the
 * text: another version of Weir that renders differently changes no digest.
 */
public final class InputDigest {

  /** Changes with the rule, never with the rendering. */
  private static final String RULE = "v1:";

  private static final JsonPointer TOKEN =
      JsonPointer.compile("/joinConfiguration/discovery/bootstrapToken/token");

  static String withToken(BootstrapInputs inputs) {
    ObjectNode tree = tree(inputs);
    var own = inputs.token();
    tree.put("token", own != null ? own.reveal() : inputs.spec().at(TOKEN).asText(""));
    return digest(tree);
  }

  static String withoutToken(BootstrapInputs inputs) {
    return digest(tree(inputs));
  }

  /**
   * The digest of what data is made from that has no token.
   *
   * @param facts all that decides beside the spec and the contents
   * @param spec the config's spec, as the API server gave it
   * @param secrets contents that files and users refer to
   */
  public static String of(
      ObjectNode facts, JsonNode spec, Map<SecretSource.SecretKeyReference, byte[]> secrets) {
    ObjectNode tree = facts.deepCopy();
    tree.set("secrets", secrets(secrets));
    tree.set("spec", canonical(spec));
    return digest(tree);
  }

  private static String digest(ObjectNode tree) {
    return RULE + Digest.sha256(tree.toString().getBytes(StandardCharsets.UTF_8));
  }

  /** What came to be an input later is left out where it is as it always was. */
  private static ObjectNode tree(BootstrapInputs inputs) {
    var tree = Json.MAPPER.createObjectNode();
    tree.put(
        "ca", Digest.sha256(inputs.cluster().caPem().strip().getBytes(StandardCharsets.UTF_8)));
    if (BootstrapDataRenderer.hasTemplates(inputs.spec())) {
      inputs.options().controlPlaneVersion().ifPresent(v -> tree.put("controlPlaneVersion", v));
    }
    tree.put("endpoint", inputs.cluster().endpoint());
    if (inputs.options().ignition() != IgnitionVersion.V2_3) {
      tree.put("ignition", inputs.options().ignition().toString());
    }
    tree.put("kubernetesVersion", inputs.kubernetesVersion());
    tree.set("secrets", secrets(inputs.secrets()));
    tree.set("spec", canonical(withoutToken(inputs.spec())));
    return tree;
  }

  private static JsonNode withoutToken(JsonNode spec) {
    JsonNode copy = spec.deepCopy();
    if (copy.at(TOKEN.head()) instanceof ObjectNode discovery) {
      discovery.remove("token");
    }
    return copy;
  }

  private static ObjectNode secrets(Map<SecretSource.SecretKeyReference, byte[]> contents) {
    var secrets = Json.MAPPER.createObjectNode();
    contents.entrySet().stream()
        .map(entry -> Map.entry(entry.getKey().name() + "/" + entry.getKey().key(), entry))
        .sorted(Map.Entry.comparingByKey(Comparator.naturalOrder()))
        .forEach(entry -> secrets.put(entry.getKey(), Digest.sha256(entry.getValue().getValue())));
    return secrets;
  }

  private static JsonNode canonical(JsonNode node) {
    if (node.isObject()) {
      var sorted = Json.MAPPER.createObjectNode();
      node.properties().stream()
          .filter(field -> !field.getValue().isNull())
          .sorted(Map.Entry.comparingByKey())
          .forEach(field -> sorted.set(field.getKey(), canonical(field.getValue())));
      return sorted;
    }
    if (node.isArray()) {
      var items = Json.MAPPER.createArrayNode();
      node.forEach(item -> items.add(canonical(item)));
      return items;
    }
    return node.isMissingNode() ? Json.MAPPER.createObjectNode() : node;
  }

  private InputDigest() {}
}
