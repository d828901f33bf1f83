package io.weir.provider.oci.instancepool;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.ApiObject;
import io.weir.api.Json;
import io.weir.api.ObjectKey;
import io.weir.provider.BootstrapData;
import io.weir.provider.Observation;
import io.weir.provider.OwnershipClaim;
import io.weir.provider.PlanContext;
import io.weir.provider.PlanStep;
import io.weir.provider.PoolIdentity;
import io.weir.provider.PoolInputs;
import io.weir.provider.PoolIntent;
import io.weir.provider.PoolMarks;
import io.weir.provider.ProviderAnnotations;
import io.weir.provider.ResolveResult;
import io.weir.provider.oci.api.OciTags;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Optional;

/** A pool of a golden file of Cluster API's own provider. */
final class InstancePoolFixture {
  static final PoolMarks MARKS = new PoolMarks("mc-1", "OCIMachinePool/team/pool");
  private static final Instant TIME = Instant.parse("2026-03-01T10:00:00Z");

  final JsonNode golden;
  final ObjectNode pool;
  final ObjectNode machinePool;
  final ObjectNode cluster;
  String bootstrap;
  ObservedInstancePool seen = ObservedInstancePool.NONE;
  List<PoolIntent.Leave> leave = List.of();

  private InstancePoolFixture(JsonNode golden) {
    this.golden = golden;
    JsonNode facts = golden.path("facts");
    pool = object("OCIMachinePool", facts.path("poolName").asText());
    pool.set("spec", golden.path("input").path("spec").deepCopy());
    machinePool = object("MachinePool", "pool");
    machinePool.withObject("/spec").set("replicas", facts.path("machinePoolReplicas"));
    machinePool.withObject("/spec/template/spec").put("clusterName", "w1");
    cluster = object("OCICluster", "w1");
    ObjectNode spec = cluster.putObject("spec");
    spec.set("compartmentId", facts.path("compartmentId"));
    spec.set("ociResourceIdentifier", facts.path("ociResourceIdentifier"));
    spec.set("freeformTags", facts.path("clusterFreeformTags"));
    spec.set("definedTags", facts.path("clusterDefinedTags"));
    spec.set("availabilityDomains", facts.path("availabilityDomains"));
    spec.set("networkSpec", facts.path("network"));
    bootstrap = facts.path("bootstrapData").asText();
    if (facts.has("existingInstancePool")) {
      JsonNode wire = facts.path("existingInstanceConfiguration");
      ObjectNode group = facts.path("existingInstancePool").deepCopy();
      mark(group.withObject("/freeformTags"));
      group.set("placementConfigurations", desired().placement());
      InstanceConfiguration used = InstanceConfiguration.of(wire).withContent(wire);
      seen =
          new ObservedInstancePool(
              Optional.of(InstancePool.of(group, "e1")),
              List.of(used.withTags(mark(used.tags().deepCopy()))),
              List.of(),
              "");
    }
  }

  private static ObjectNode mark(ObjectNode tags) {
    return tags.put(OciTags.MANAGEMENT_CLUSTER, MARKS.managementCluster())
        .put(OciTags.POOL, MARKS.pool());
  }

  static InstancePoolFixture of(String name) throws IOException {
    try (InputStream file =
        InstancePoolFixture.class.getResourceAsStream("/upstream/instancepool-" + name + ".json")) {
      return new InstancePoolFixture(Json.MAPPER.readTree(file));
    }
  }

  private static ObjectNode object(String kind, String name) {
    String group = kind.startsWith("OCI") ? "infrastructure.cluster.x-k8s.io" : "cluster.x-k8s.io";
    ObjectNode object = Json.MAPPER.createObjectNode().put("apiVersion", group + "/v1beta2");
    object.put("kind", kind).putObject("metadata").put("name", name).put("namespace", "team");
    return object;
  }

  ResolveResult<DesiredInstancePool> resolve() {
    ObjectNode owner = object("Cluster", "w1");
    owner
        .withObject("/spec/infrastructureRef")
        .put("apiGroup", "infrastructure.cluster.x-k8s.io")
        .put("kind", "OCICluster")
        .put("name", "w1");
    String data = Base64.getEncoder().encodeToString(bootstrap.getBytes(StandardCharsets.UTF_8));
    var inputs =
        new PoolInputs(
            new ApiObject(pool.deepCopy()),
            new ApiObject(machinePool.deepCopy()),
            Optional.of(new ApiObject(owner)),
            Optional.of(new BootstrapData("team/data", "cloud-config", data, "same", "")),
            MARKS,
            (_, _) -> Optional.of(new ApiObject(cluster)));
    return InstancePoolResolver.resolve(inputs, _ -> Optional.empty());
  }

  DesiredInstancePool desired() {
    return resolve().target().orElseThrow(() -> new AssertionError(resolve()));
  }

  PlanContext<ObservedInstancePool> now() {
    String name = golden.path("facts").path("poolName").asText();
    var identity =
        new PoolIdentity(
            new ObjectKey("team", name), "uid", "w1", name, OwnershipClaim.byMarks(MARKS, "team"));
    return new PlanContext<>(
        identity,
        Observation.of(Optional.of(seen).filter(there -> !there.isEmpty()), TIME),
        ProviderAnnotations.NONE);
  }

  List<PlanStep> plan() {
    return plan(new PoolIntent.Converge<>(desired(), leave, PoolIntent.Roll.PROCEED));
  }

  List<PlanStep> plan(PoolIntent<DesiredInstancePool> intent) {
    PlanContext<ObservedInstancePool> now = now();
    return new InstancePoolPlanner(now.pool()).plan(intent, now);
  }

  /** What the creation of a configuration leaves behind. */
  void create(InstancePoolStep.CreateInstanceConfiguration step, String id) {
    ObjectNode wire = step.fields().put("id", id).put("timeCreated", "2026-01-01T00:00:00Z");
    seen = seen.with(InstanceConfiguration.of(wire));
  }
}
