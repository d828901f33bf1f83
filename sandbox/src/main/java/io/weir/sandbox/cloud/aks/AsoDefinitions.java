package io.weir.sandbox.cloud.aks;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.Json;
import io.weir.sandbox.objects.Manifests;
import io.weir.sandbox.objects.SandboxCloud;
import java.util.List;

/**
 * The kind of Azure Service Operator that node pools of AKS are made of, without its schema:
 * whatever AKS would refuse is accepted.
 */
final class AsoDefinitions {
  private static final List<String> VERSIONS =
      List.of(
          "v1api20230201", "v1api20231001", "v1api20240901", "v1api20250801", "v20251002preview");
  private static final String STORED = "v1api20250801";

  private AsoDefinitions() {}

  /** Those that manifests need. */
  static List<ObjectNode> neededBy(Manifests manifests) {
    return SandboxCloud.AKS.hasPoolsAmong(manifests) ? List.of(agentPools()) : List.of();
  }

  private static ObjectNode agentPools() {
    ObjectNode crd = Json.MAPPER.createObjectNode();
    crd.put("apiVersion", "apiextensions.k8s.io/v1").put("kind", "CustomResourceDefinition");
    crd.putObject("metadata").put("name", "managedclustersagentpools.containerservice.azure.com");
    ObjectNode spec = crd.putObject("spec");
    spec.put("group", "containerservice.azure.com").put("scope", "Namespaced");
    spec.putObject("names")
        .put("kind", "ManagedClustersAgentPool")
        .put("listKind", "ManagedClustersAgentPoolList")
        .put("plural", "managedclustersagentpools")
        .put("singular", "managedclustersagentpool");
    for (String version : VERSIONS) {
      ObjectNode served = spec.withArray("/versions").addObject();
      served.put("name", version).put("served", true).put("storage", version.equals(STORED));
      served.putObject("subresources").putObject("status");
      ObjectNode schema = served.putObject("schema").putObject("openAPIV3Schema");
      schema.put("type", "object");
      for (String part : List.of("spec", "status")) {
        schema
            .withObject("/properties")
            .putObject(part)
            .put("type", "object")
            .put("x-kubernetes-preserve-unknown-fields", true);
      }
    }
    return crd;
  }
}
