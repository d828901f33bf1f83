package io.weir.provider.gcp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.weir.api.ApiObject;
import io.weir.api.Json;
import io.weir.provider.BootstrapData;
import io.weir.provider.PoolInputs;
import io.weir.provider.PoolMarks;
import io.weir.provider.QueryResults;
import io.weir.provider.ResolveResult;
import io.weir.provider.gcp.api.GcpConstants;
import io.weir.provider.gcp.group.DesiredGroup;
import io.weir.provider.gcp.machinepool.GroupResolver;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Optional;

/** The objects of a pool {@code workers} of Cluster {@code w1}, each of which can be edited. */
public final class PoolFixture {
  public static final PoolMarks MARKS = new PoolMarks("mc-1", "GCPMachinePool/team/workers");

  public final ObjectNode pool =
      yaml(
          """
          apiVersion: infrastructure.cluster.x-k8s.io/v1beta1
          kind: GCPMachinePool
          metadata: {name: workers, namespace: team, uid: 6f1, labels: {cluster.x-k8s.io/cluster-name: w1}}
          spec: {instanceType: n2-standard-2, image: projects/p/global/images/node}
          """);
  public final ObjectNode machinePool =
      yaml(
          """
          apiVersion: cluster.x-k8s.io/v1beta2
          kind: MachinePool
          metadata: {name: workers, namespace: team}
          spec:
            clusterName: w1
            replicas: 2
            failureDomains: [us-central1-a]
            template:
              spec: {clusterName: w1, version: v1.30.1, bootstrap: {dataSecretName: workers}}
          """);
  public final ObjectNode gcpCluster =
      yaml(
          """
          apiVersion: infrastructure.cluster.x-k8s.io/v1beta1
          kind: GCPCluster
          metadata: {name: w1, namespace: team}
          spec: {project: p, region: us-central1, network: {name: vpc}}
          """);
  public final ObjectNode cluster =
      yaml(
          """
          apiVersion: cluster.x-k8s.io/v1beta2
          kind: Cluster
          metadata: {name: w1, namespace: team}
          spec:
            infrastructureRef: {apiGroup: infrastructure.cluster.x-k8s.io, kind: GCPCluster, name: w1}
          status: {initialization: {infrastructureProvisioned: true}}
          """);
  public String userData = "#cloud-config\n";

  /** One as a golden file of upstream's says. */
  public static PoolFixture ofGolden(JsonNode golden) {
    var fixture = new PoolFixture();
    JsonNode facts = golden.path("facts");
    fixture.pool.set("spec", golden.path("input").path("spec").deepCopy());
    fixture.pool.withObject("/metadata").put("name", facts.path("poolName").asText());
    fixture
        .machinePool
        .withObject("/spec")
        .put("replicas", facts.path("machinePoolReplicas").asInt());
    fixture
        .machinePool
        .withObject("/spec/template/spec")
        .put("version", facts.path("machinePoolVersion").asText());
    ((ArrayNode) fixture.machinePool.at("/spec/failureDomains")).removeAll();
    ObjectNode status = fixture.gcpCluster.withObject("/status/failureDomains");
    facts.path("clusterFailureDomains").forEach(zone -> status.putObject(zone.asText()));
    if (facts.path("clusterAdditionalLabels").isObject()) {
      fixture
          .gcpCluster
          .withObject("/spec")
          .set("additionalLabels", facts.path("clusterAdditionalLabels").deepCopy());
    }
    fixture.userData = facts.path("bootstrapData").asText();
    return fixture;
  }

  /** An object from YAML. */
  public static ObjectNode yaml(String text) {
    try {
      return new YAMLMapper().readValue(text, ObjectNode.class);
    } catch (IOException malformed) {
      throw new UncheckedIOException(malformed);
    }
  }

  /** What is read by the provider. */
  public PoolInputs inputs() {
    var infrastructure = new ApiObject(gcpCluster);
    return new PoolInputs(
        new ApiObject(pool),
        new ApiObject(machinePool),
        Optional.of(new ApiObject(cluster)),
        Optional.of(
            new BootstrapData(
                "team/workers",
                "cloud-config",
                Base64.getEncoder().encodeToString(userData.getBytes(StandardCharsets.UTF_8)))),
        MARKS,
        (kind, key) ->
            kind.equals(GcpConstants.CLUSTER) && key.equals(infrastructure.key())
                ? Optional.of(infrastructure)
                : Optional.empty());
  }

  /** What is resolved from it, nothing being known of the cloud. */
  public ResolveResult<DesiredGroup> resolved() {
    QueryResults nothing = _ -> Optional.empty();
    return GroupResolver.resolve(inputs(), nothing);
  }

  /** The desired group. */
  public DesiredGroup desired() {
    return ((ResolveResult.Resolved<DesiredGroup>) resolved()).desired();
  }

  /** Why there is none. */
  public String refusal() {
    return String.valueOf(((ResolveResult.Blocked<DesiredGroup>) resolved()).cause().getMessage());
  }

  /** A copy of some JSON. */
  public static JsonNode json(String text) {
    try {
      return Json.MAPPER.readTree(text);
    } catch (IOException malformed) {
      throw new UncheckedIOException(malformed);
    }
  }
}
