package io.weir.provider.gcp.nodepool;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.ApiObject;
import io.weir.api.Json;
import io.weir.api.ObjectKey;
import io.weir.provider.Observation;
import io.weir.provider.OwnershipClaim;
import io.weir.provider.PlanContext;
import io.weir.provider.PlanStep;
import io.weir.provider.PoolIdentity;
import io.weir.provider.PoolInputs;
import io.weir.provider.PoolIntent;
import io.weir.provider.PoolMarks;
import io.weir.provider.ProviderAnnotations;
import io.weir.provider.ProviderReport;
import io.weir.provider.ReportContext;
import io.weir.provider.ResolveResult;
import io.weir.provider.gcp.PoolFixture;
import io.weir.provider.gcp.group.ObservedGroup;
import java.io.IOException;
import java.io.InputStream;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A pool of a golden file of Cluster API's own provider. */
final class NodePoolFixture {
  static final PoolMarks MARKS = new PoolMarks("mc-1", "GCPManagedMachinePool/team/workers");
  private static final Instant TIME = Instant.parse("2026-03-01T10:00:00Z");

  final JsonNode golden;
  final ObjectNode pool;
  final ObjectNode machinePool;
  PoolIntent.Roll roll = PoolIntent.Roll.PROCEED;
  OwnershipClaim claim = OwnershipClaim.byMarks(MARKS, "team");
  GkeCluster gke;
  @Nullable ObjectNode seen;

  /** How many nodes were asked for in each zone, and are there. */
  int nodesOfZone;

  private NodePoolFixture(JsonNode golden) {
    this.golden = golden;
    JsonNode facts = golden.path("facts");
    pool =
        PoolFixture.yaml(
            """
            apiVersion: infrastructure.cluster.x-k8s.io/v1beta1
            kind: GCPManagedMachinePool
            metadata: {namespace: team}
            """);
    pool.withObject("/metadata").set("name", facts.path("poolName"));
    pool.set("spec", golden.path("input").path("spec").deepCopy());
    machinePool =
        PoolFixture.yaml(
            """
            apiVersion: cluster.x-k8s.io/v1beta2
            kind: MachinePool
            metadata: {name: workers, namespace: team}
            """);
    machinePool.withObject("/spec").set("replicas", facts.path("machinePoolReplicas"));
    machinePool.withObject("/spec/template/spec").set("version", facts.path("machinePoolVersion"));
    String region = facts.path("location").asText();
    gke =
        new GkeCluster(
            facts.path("gkeClusterName").asText(),
            "RUNNING",
            "1.30.1-gke.1000",
            List.of(region + "-a", region + "-b", region + "-c"),
            false);
    if (facts.path("existingNodePool") instanceof ObjectNode existing) {
      seen = existing.deepCopy();
      seen.set("name", facts.path("poolName"));
      nodesOfZone = existing.path("initialNodeCount").asInt();
      mark();
    }
  }

  static NodePoolFixture of(String name) throws IOException {
    try (InputStream file =
        NodePoolFixture.class.getResourceAsStream("/upstream/nodepool-" + name + ".json")) {
      return new NodePoolFixture(Json.MAPPER.readTree(file));
    }
  }

  /** Has the node pool carry the marks of this pool. */
  void mark() {
    NodePoolMarks.put(labels(), MARKS);
  }

  /** What there is. */
  ObjectNode seen() {
    return Objects.requireNonNull(seen);
  }

  /** The labels of Nodes that there are. */
  ObjectNode labels() {
    return seen().withObject("/config/labels");
  }

  /** What is asked for. */
  ObjectNode spec() {
    return pool.withObject("/spec");
  }

  private PoolInputs inputs() {
    ObjectNode cluster =
        PoolFixture.yaml(
            """
            apiVersion: cluster.x-k8s.io/v1beta2
            kind: Cluster
            metadata: {name: w1, namespace: team}
            spec:
              controlPlaneRef:
                apiGroup: infrastructure.cluster.x-k8s.io
                kind: GCPManagedControlPlane
                name: w1
            """);
    ObjectNode controlPlane =
        PoolFixture.yaml(
            """
            apiVersion: infrastructure.cluster.x-k8s.io/v1beta1
            kind: GCPManagedControlPlane
            metadata: {name: w1, namespace: team}
            """);
    controlPlane.withObject("/spec").put("clusterName", gke.name());
    return new PoolInputs(
        new ApiObject(pool.deepCopy()),
        new ApiObject(machinePool.deepCopy()),
        Optional.of(new ApiObject(cluster)),
        Optional.empty(),
        MARKS,
        (_, _) -> Optional.of(new ApiObject(controlPlane)));
  }

  ResolveResult<DesiredNodePool> resolve() {
    return NodePoolResolver.resolve(
        inputs(), _ -> Optional.of(new GkeCluster.Found(Optional.of(gke))));
  }

  DesiredNodePool desired() {
    return resolve().target().orElseThrow(() -> new AssertionError(resolve()));
  }

  List<PlanStep> plan() {
    return plan(new PoolIntent.Converge<>(desired(), List.of(), roll));
  }

  List<PlanStep> plan(PoolIntent<DesiredNodePool> intent) {
    return new NodePoolPlanner().plan(intent, now());
  }

  PlanContext<ObservedNodePool> now() {
    String name = NodePoolResolver.name(new ApiObject(pool));
    var identity = new PoolIdentity(new ObjectKey("team", "workers"), "uid", "w1", name, claim);
    return new PlanContext<>(identity, Observation.of(observed(), TIME), ProviderAnnotations.NONE);
  }

  Optional<ObservedNodePool> observed() {
    return Optional.ofNullable(seen)
        .map(wire -> new ObservedNodePool("p", gke, new NodePool(wire), groups(wire)));
  }

  private List<NodeGroup> groups(ObjectNode wire) {
    return wire.path("locations")
        .valueStream()
        .map(
            zone -> {
              var members = new ArrayList<JsonNode>();
              for (int i = 0; i < nodesOfZone; i++) {
                members.add(
                    Json.MAPPER
                        .createObjectNode()
                        .put(
                            "instance",
                            "projects/p/zones/%s/instances/n%d".formatted(zone.asText(), i))
                        .put("id", "1" + i)
                        .put("instanceStatus", "RUNNING"));
              }
              return new NodeGroup(
                  zone.asText(), nodesOfZone, true, ObservedGroup.readMembers(members));
            })
        .toList();
  }

  ProviderReport report(boolean deleting) {
    PlanContext<ObservedNodePool> now = now();
    return new NodePoolReporter(
            new ReportContext<>(
                now.pool(),
                deleting ? Optional.empty() : Optional.of(resolve()),
                now.observation(),
                Optional.empty(),
                deleting))
        .report();
  }
}
