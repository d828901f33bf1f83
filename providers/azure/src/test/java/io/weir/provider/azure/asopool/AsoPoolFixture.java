package io.weir.provider.azure.asopool;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.ApiObject;
import io.weir.api.GroupKind;
import io.weir.api.ObjectKey;
import io.weir.api.harness.TestObjects;
import io.weir.provider.ManagementObjects;
import io.weir.provider.ObjectStep;
import io.weir.provider.Observation;
import io.weir.provider.OwnershipClaim;
import io.weir.provider.PlanContext;
import io.weir.provider.PlanStep;
import io.weir.provider.PoolIdentity;
import io.weir.provider.PoolInputs;
import io.weir.provider.PoolIntent;
import io.weir.provider.PoolMarks;
import io.weir.provider.PoolNode;
import io.weir.provider.PrerequisiteException;
import io.weir.provider.ProviderAnnotations;
import io.weir.provider.ProviderReport;
import io.weir.provider.ReportContext;
import io.weir.provider.ResolveResult;
import io.weir.provider.azure.api.AsoKinds;
import io.weir.provider.azure.aso.AsoObservedState;
import io.weir.provider.azure.aso.AsoPlanner;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A pool with what it lists, the objects that there are, and what is done about them. */
final class AsoPoolFixture {

  static final String POOL =
      """
      {"apiVersion": "infrastructure.cluster.x-k8s.io/v1beta1", "kind": "AzureASOManagedMachinePool",
       "metadata": {"name": "pool0", "namespace": "team", "uid": "u"},
       "spec": {"resources": [
         {"apiVersion": "containerservice.azure.com/v1api20240901", "kind": "ManagedClustersAgentPool",
          "metadata": {"name": "demo-pool0", "annotations": {"serviceoperator.azure.com/credential-from": "creds"}},
          "spec": {"azureName": "pool0", "owner": {"name": "demo"}, "mode": "System",
                   "type": "VirtualMachineScaleSets", "vmSize": "Standard_D2s_v3"}}]}}
      """;

  static final String PREFIX =
      """
      {"apiVersion": "network.azure.com/v1api20201101", "kind": "PublicIPPrefix",
       "metadata": {"name": "addresses"}, "spec": {"location": "westus3", "owner": {"name": "group"}}}
      """;

  static final String MANAGED =
      """
      {"apiVersion": "cluster.x-k8s.io/v1beta2", "kind": "MachinePool",
       "metadata": {"name": "pool0", "namespace": "team"},
       "spec": {"clusterName": "demo", "replicas": 3, "template": {"spec": {"version": "v1.33.5"}}}}
      """;

  private static final PoolMarks MARKS =
      new PoolMarks("here", "AzureASOManagedMachinePool/team/pool0");

  final ObjectNode pool = TestObjects.parse(POOL);
  final ObjectNode machinePool = TestObjects.parse(MANAGED);
  final List<ApiObject> objects = new ArrayList<>();
  List<PoolNode> nodes = List.of();

  final PoolIdentity identity =
      new PoolIdentity(
          new ObjectKey("team", "pool0"),
          "u",
          "demo",
          "pool0",
          OwnershipClaim.byMarks(MARKS, "team"));

  ObjectNode listed(int index) {
    return (ObjectNode) pool.at("/spec/resources/" + index);
  }

  AsoPoolFixture list(String resource) {
    pool.withArray("/spec/resources").add(TestObjects.parse(resource));
    return this;
  }

  PoolInputs inputs() {
    return new PoolInputs(
        new ApiObject(pool),
        new ApiObject(machinePool),
        Optional.empty(),
        Optional.empty(),
        MARKS,
        (_, _) -> Optional.empty());
  }

  AsoPoolDesiredState desired() throws PrerequisiteException {
    return AsoPoolResolver.resolve(inputs());
  }

  Observation<AsoObservedState> observation() {
    return AsoPool.observe(new ApiObject(pool), new Management())
        .<Observation<AsoObservedState>>map(seen -> new Observation.Present<>(seen, Instant.EPOCH))
        .orElseGet(() -> new Observation.ProvenAbsent<>(Instant.EPOCH));
  }

  List<PlanStep> plan(PoolIntent<AsoPoolDesiredState> intent) {
    return AsoPlanner.plan(
        intent, new PlanContext<>(identity, observation(), ProviderAnnotations.NONE));
  }

  /** What is planned now, as people read it. */
  List<String> planned() throws PrerequisiteException {
    return plan(new PoolIntent.Converge<>(desired())).stream()
        .map(step -> step.description() + ": " + step.reason())
        .toList();
  }

  /** Applies what is planned, as the manager does. */
  AsoPoolFixture converge() throws PrerequisiteException {
    for (PlanStep step : plan(new PoolIntent.Converge<>(desired()))) {
      if (step instanceof ObjectStep.ApplyObject apply) {
        store(apply.object());
      }
    }
    return this;
  }

  /** Stores an object as the pool's. */
  AsoPoolFixture store(ObjectNode object) {
    ObjectNode tree = object.deepCopy();
    var id = new ApiObject(tree);
    tree.withObject("/metadata").put("namespace", "team").put("uid", "uid-" + id.name());
    tree.withObject("/metadata").put("generation", 1);
    tree.withObject("/metadata/annotations")
        .put(PoolMarks.POOL_KEY, MARKS.pool())
        .put(PoolMarks.MANAGEMENT_CLUSTER_KEY, MARKS.managementCluster());
    tree.withObject("/metadata")
        .putArray("ownerReferences")
        .addObject()
        .put("apiVersion", "infrastructure.cluster.x-k8s.io/v1beta1")
        .put("kind", "AzureASOManagedMachinePool")
        .put("name", "pool0")
        .put("uid", "u")
        .put("controller", true);
    objects.removeIf(there -> there.name().equals(id.name()));
    objects.add(new ApiObject(tree));
    return this;
  }

  /** The agent pool as it is stored, for changing. */
  ObjectNode agentPool() {
    ApiObject there =
        objects.stream()
            .filter(object -> object.groupKind().equals(AsoKinds.AGENT_POOL))
            .findFirst()
            .orElseThrow();
    ObjectNode tree = there.copyTree();
    objects.remove(there);
    objects.add(new ApiObject(tree));
    return tree;
  }

  /** What Azure Service Operator writes of the agent pool. */
  AsoPoolFixture answer(
      String state, int count, String status, String severity, String reason, String message) {
    ObjectNode answered = agentPool().putObject("status");
    answered.put("provisioningState", state).put("count", count);
    answered
        .putArray("conditions")
        .addObject()
        .put("type", "Ready")
        .put("status", status)
        .put("severity", severity)
        .put("reason", reason)
        .put("message", message)
        .put("observedGeneration", 1);
    return this;
  }

  AsoPoolFixture succeed(int count) {
    return answer("Succeeded", count, "True", "", "Succeeded", "");
  }

  ProviderReport report() {
    return new AsoPoolReporter(
            new ApiObject(pool),
            new ReportContext<>(
                identity,
                Optional.of(ResolveResult.of(this::desired)),
                observation(),
                Optional.empty(),
                false,
                ProviderAnnotations.NONE,
                Optional.of(nodes),
                Optional.empty()))
        .report();
  }

  /** The condition Ready, as people read it. */
  String ready() {
    return report().conditions().stream()
        .map(
            each ->
                "%s %s %s: %s"
                    .formatted(each.status(), each.severity(), each.reason(), each.message()))
        .findFirst()
        .orElse("nothing");
  }

  static PoolNode node(String name) {
    return new PoolNode(
        name,
        "uid-" + name,
        "azure:///" + name,
        Map.of(),
        Optional.empty(),
        "",
        false,
        List.of(),
        Map.of());
  }

  private final class Management implements ManagementObjects {

    @Override
    public List<ApiObject> owned(GroupKind kind) {
      return objects.stream()
          .filter(object -> object.groupKind().equals(kind))
          .filter(object -> object.annotation(PoolMarks.POOL_KEY).isPresent())
          .toList();
    }

    @Override
    public Optional<ApiObject> find(GroupKind kind, ObjectKey key) {
      return objects.stream()
          .filter(object -> object.groupKind().equals(kind) && object.key().equals(key))
          .findFirst();
    }
  }
}
