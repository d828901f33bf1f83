package io.weir.provider.azure.akspool;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.ApiObject;
import io.weir.api.Json;
import io.weir.provider.PrerequisiteException;
import io.weir.provider.azure.api.QuantityParser;
import java.util.List;
import java.util.Map;

/**
 * The fields of an AzureManagedMachinePool as those of a ManagedClustersAgentPool. Size and
 * version, which are not the pool's, are not among them.
 *
 * @see <a href="https://learn.microsoft.com/rest/api/aks/agent-pools/create-or-update">AKS: agent
 *     pools</a>
 */
final class AgentPoolSpec {

  /** Those that are the same there. */
  private static final List<String> SAME =
      List.of(
          "availabilityZones",
          "enableEncryptionAtHost",
          "enableFIPS",
          "enableNodePublicIP",
          "enableUltraSSD",
          "kubeletConfig",
          "kubeletDiskType",
          "maxPods",
          "mode",
          "nodeLabels",
          "osDiskType",
          "osType",
          "scaleDownMode",
          "scaleSetPriority");

  private static final Map<String, String> RENAMED =
      Map.of("sku", "vmSize", "additionalTags", "tags");

  private AgentPoolSpec() {}

  /**
   * The fields.
   *
   * @throws PrerequisiteException if one cannot be told to AKS
   */
  static ObjectNode of(ApiObject pool) throws PrerequisiteException {
    ObjectNode spec = Json.MAPPER.createObjectNode();
    String name = pool.at("/spec/name").asText();
    spec.put("azureName", name.isEmpty() ? pool.name() : name);
    spec.put("type", "VirtualMachineScaleSets");
    SAME.forEach(field -> copy(pool.at("/spec/" + field), spec, field));
    RENAMED.forEach((from, to) -> copy(pool.at("/spec/" + from), spec, to));
    // 0 is AKS's own choice.
    spec.put("osDiskSizeGB", pool.at("/spec/osDiskSizeGB").asInt(0));
    JsonNode prefix = pool.at("/spec/nodePublicIPPrefixID");
    if (!prefix.asText().isEmpty()) {
      spec.putObject("nodePublicIPPrefixReference").put("armId", prefix.asText());
    }
    scaling(pool.at("/spec/scaling"), spec);
    linux(pool.at("/spec/linuxOSConfig"), spec);
    taints(pool.at("/spec/taints"), spec);
    price(pool.at("/spec/spotMaxPrice"), spec);
    return spec;
  }

  private static void copy(JsonNode value, ObjectNode spec, String field) {
    if (!value.isMissingNode() && !value.isNull()) {
      spec.set(field, value.deepCopy());
    }
  }

  private static void scaling(JsonNode scaling, ObjectNode spec) {
    spec.put("enableAutoScaling", scaling.isObject());
    copy(scaling.path("minSize"), spec, "minCount");
    copy(scaling.path("maxSize"), spec, "maxCount");
  }

  /** The names of kernel settings differ in capitals. */
  private static void linux(JsonNode linux, ObjectNode spec) {
    if (!(linux instanceof ObjectNode given)) {
      return;
    }
    ObjectNode config = spec.set("linuxOSConfig", given.deepCopy()).withObject("/linuxOSConfig");
    if (given.get("sysctls") instanceof ObjectNode settings) {
      ObjectNode renamed = config.putObject("sysctls");
      settings
          .properties()
          .forEach(
              setting ->
                  renamed.set(
                      setting.getKey().replace("TCP", "Tcp").replace("IPLocal", "IpLocal"),
                      setting.getValue()));
    }
  }

  private static void taints(JsonNode taints, ObjectNode spec) {
    if (!taints.isEmpty()) {
      var list = spec.putArray("nodeTaints");
      taints.forEach(
          taint ->
              list.add(
                  "%s=%s:%s"
                      .formatted(
                          taint.path("key").asText(),
                          taint.path("value").asText(),
                          taint.path("effect").asText())));
    }
  }

  private static void price(JsonNode price, ObjectNode spec) throws PrerequisiteException {
    if (price.isMissingNode() || price.isNull()) {
      return;
    }
    double dollars =
        QuantityParser.parse(price.asText())
            .orElseThrow(
                () ->
                    PrerequisiteException.invalid(
                        "spec.spotMaxPrice %s is no number: write it as one, such as 0.05"
                            .formatted(price.asText())));
    spec.put("spotMaxPrice", dollars);
  }
}
