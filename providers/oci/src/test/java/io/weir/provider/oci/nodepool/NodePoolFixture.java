package io.weir.provider.oci.nodepool;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.ApiObject;
import io.weir.api.Json;
import io.weir.api.ObjectKey;
import io.weir.provider.CloudQuery;
import io.weir.provider.Observation;
import io.weir.provider.OwnershipClaim;
import io.weir.provider.PlanContext;
import io.weir.provider.PlanStep;
import io.weir.provider.PoolIdentity;
import io.weir.provider.PoolInputs;
import io.weir.provider.PoolIntent;
import io.weir.provider.PoolMarks;
import io.weir.provider.ProviderAnnotations;
import io.weir.provider.QueryResult;
import io.weir.provider.ResolveResult;
import io.weir.provider.oci.api.OciTags;
import java.io.IOException;
import java.io.InputStream;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A pool of a golden file of Cluster API's own provider. */
final class NodePoolFixture {
  static final PoolMarks MARKS = new PoolMarks("mc-1", "OCIManagedMachinePool/team/pool");
  private static final OkeCluster OKE = new OkeCluster("ocid1.cluster.oc1..k", "ACTIVE", "v1.30.1");
  private static final Instant TIME = Instant.parse("2026-03-01T10:00:00Z");

  final JsonNode golden;
  final ObjectNode pool;
  final ObjectNode machinePool;
  final ObjectNode cluster;
  ProviderAnnotations notes = ProviderAnnotations.NONE;
  PoolIntent.Roll roll = PoolIntent.Roll.PROCEED;
  List<PoolIntent.Leave> leave = List.of();
  OkeCluster oke = OKE;
  @Nullable ObjectNode seen;

  private NodePoolFixture(JsonNode golden) {
    this.golden = golden;
    JsonNode facts = golden.path("facts");
    pool = object("OCIManagedMachinePool", facts.path("poolName").asText());
    pool.set("spec", facts.path("defaultedSpec").deepCopy());
    machinePool = object("MachinePool", "pool");
    machinePool.withObject("/spec").set("replicas", facts.path("machinePoolReplicas"));
    machinePool.withObject("/spec/template/spec").put("clusterName", "w1");
    cluster = object("OCIManagedCluster", "w1");
    ObjectNode spec = cluster.putObject("spec");
    spec.set("compartmentId", facts.path("compartmentId"));
    spec.set("ociResourceIdentifier", facts.path("ociResourceIdentifier"));
    spec.set("freeformTags", facts.path("clusterFreeformTags"));
    spec.set("definedTags", facts.path("clusterDefinedTags"));
    spec.set("availabilityDomains", facts.path("availabilityDomains"));
    spec.set("networkSpec", facts.path("network"));
    if (facts.path("existingNodePool") instanceof ObjectNode existing) {
      seen = existing.deepCopy();
      ObjectNode there = seen.put("lifecycleState", "ACTIVE");
      // What the file leaves out, a creation with these facts has set.
      there.set("definedTags", facts.path("clusterDefinedTags"));
      there.withObject("/nodeConfigDetails").set("definedTags", facts.path("clusterDefinedTags"));
      upstreamTags(there.withObject("/freeformTags"), facts);
      upstreamTags(there.withObject("/nodeConfigDetails/freeformTags"), facts);
      there.withObject("/freeformTags").put(OciTags.MANAGEMENT_CLUSTER, MARKS.managementCluster());
      there.withObject("/freeformTags").put(OciTags.POOL, MARKS.pool());
    }
  }

  private static void upstreamTags(ObjectNode tags, JsonNode facts) {
    tags.setAll((ObjectNode) facts.path("clusterFreeformTags"));
    tags.put(OciTags.CREATED_BY, OciTags.PROVIDER);
    tags.set(OciTags.CLUSTER_RESOURCE, facts.path("ociResourceIdentifier"));
  }

  static NodePoolFixture of(String name) throws IOException {
    try (InputStream file =
        NodePoolFixture.class.getResourceAsStream("/upstream/nodepool-" + name + ".json")) {
      return new NodePoolFixture(Json.MAPPER.readTree(file));
    }
  }

  private static ObjectNode object(String kind, String name) {
    String group = kind.startsWith("OCI") ? "infrastructure.cluster.x-k8s.io" : "cluster.x-k8s.io";
    ObjectNode object = Json.MAPPER.createObjectNode().put("apiVersion", group + "/v1beta2");
    object.put("kind", kind).putObject("metadata").put("name", name).put("namespace", "team");
    return object;
  }

  PoolInputs inputs() {
    ObjectNode owner = object("Cluster", "w1");
    reference(owner.withObject("/spec/infrastructureRef"), "OCIManagedCluster");
    reference(owner.withObject("/spec/controlPlaneRef"), "OCIManagedControlPlane");
    ObjectNode controlPlane = object("OCIManagedControlPlane", "w1");
    controlPlane.withObject("/spec").set("id", golden.path("facts").path("okeClusterId"));
    List<ApiObject> related = List.of(new ApiObject(cluster), new ApiObject(controlPlane));
    return new PoolInputs(
        new ApiObject(pool.deepCopy()),
        new ApiObject(machinePool.deepCopy()),
        Optional.of(new ApiObject(owner)),
        Optional.empty(),
        MARKS,
        (kind, _) -> related.stream().filter(each -> each.groupKind().equals(kind)).findFirst());
  }

  private static void reference(ObjectNode reference, String kind) {
    reference.put("apiGroup", "infrastructure.cluster.x-k8s.io");
    reference.put("kind", kind).put("name", "w1");
  }

  ResolveResult<DesiredNodePool> resolve() {
    return NodePoolResolver.resolve(inputs(), this::answer);
  }

  private Optional<QueryResult> answer(CloudQuery query) {
    return query instanceof NodeImages.OfCluster
        ? Optional.of(NodeImages.of(golden.path("facts").path("nodePoolOptions")))
        : Optional.empty();
  }

  DesiredNodePool desired() {
    return resolve().target().orElseThrow(() -> new AssertionError(resolve()));
  }

  List<PlanStep> plan() {
    return plan(new PoolIntent.Converge<>(desired(), leave, roll));
  }

  List<PlanStep> plan(PoolIntent<DesiredNodePool> intent) {
    PlanContext<ObservedNodePools> now = now();
    return new NodePoolPlanner(now).plan(intent, now);
  }

  PlanContext<ObservedNodePools> now() {
    Optional<ObservedNodePools> observed =
        Optional.ofNullable(seen)
            .map(wire -> new ObservedNodePools(oke, List.of(NodePool.of(wire, "e1"))));
    String name = golden.path("facts").path("poolName").asText();
    var identity =
        new PoolIdentity(
            new ObjectKey("team", name), "uid", "w1", name, OwnershipClaim.byMarks(MARKS, "team"));
    return new PlanContext<>(identity, Observation.of(observed, TIME), notes);
  }

  /** The fields that a change sends, as OKE then shows them. */
  void settle(PlanStep step) {
    if (step instanceof NodePoolStep.UpdateNodePool update) {
      ObjectNode settings = NodePool.of(seen, "").with(update.fields()).settings();
      settings.set("nodes", seen.path("nodes"));
      seen = settings;
    } else {
      throw new AssertionError("no update: " + step);
    }
  }
}
