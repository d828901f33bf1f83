package io.weir.sandbox.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.ApiObject;
import io.weir.api.GroupKind;
import io.weir.api.ObjectKey;
import io.weir.controlplane.audit.AuditRecord;
import io.weir.kernel.kube.ObjectSelector;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

@WithTestSandbox
class PoolLifecycleIT {

  @Test
  void aPoolOfThreeRunsWithThreeReadyNodesThatJoinedByTheirTokens(TestSandbox testSandbox)
      throws Exception {
    var before = testSandbox.sandbox().controlPlane().auditLog().mark();

    ObjectKey pool = testSandbox.create("three", 3);
    testSandbox.awaitRunning(pool, 3);

    ApiObject object = testSandbox.await(GroupKind.MACHINE_POOL, pool, _ -> true, "exists");
    Set<String> names =
        object
            .at("/status/nodeRefs")
            .valueStream()
            .map(ref -> ref.path("name").asText())
            .collect(Collectors.toSet());
    List<AuditRecord> joining = testSandbox.sandbox().controlPlane().auditLog().since(before);
    ApiObject token = testSandbox.tokensOf(pool).getFirst();
    String joiner = "system:bootstrap:" + token.name().replaceFirst("^bootstrap-token-", "");
    assertThat(users(joining, "create", "certificatesigningrequests"))
        .filteredOn(joiner::equals)
        .hasSize(3);
    assertThat(users(joining, "create", "nodes"))
        .containsAll(names.stream().map(name -> "system:node:" + name).toList());
    assertThat(object.at("/spec/providerIDList")).hasSize(3);
    assertThat(testSandbox.tokenCount()).as("tokens that must not be told").isPositive();
    testSandbox.delete(pool);
    testSandbox.awaitGone(GroupKind.MACHINE_POOL, pool);
  }

  @Test
  void aPoolFollowsItsReplicasUpAndDown(TestSandbox testSandbox) throws Exception {
    ObjectKey pool = testSandbox.create("scaled", 3);
    testSandbox.awaitRunning(pool, 3);

    testSandbox.scale(pool, 5);
    testSandbox.awaitRunning(pool, 5);
    testSandbox.awaitNodes(
        "5 Nodes carry the mark of their pool", () -> testSandbox.countNodesOf(pool) == 5);

    testSandbox.scale(pool, 1);
    testSandbox.awaitRunning(pool, 1);
    testSandbox.awaitNodes("one Node is left", () -> testSandbox.countNodesOf(pool) == 1);
    testSandbox.delete(pool);
    testSandbox.awaitGone(GroupKind.MACHINE_POOL, pool);
  }

  @Test
  void aKilledInstanceIsReplacedAndItsNodeGoes(TestSandbox testSandbox) throws Exception {
    ObjectKey pool = testSandbox.create("killed", 2);
    testSandbox.awaitRunning(pool, 2);
    ApiObject before = testSandbox.await(GroupKind.MACHINE_POOL, pool, _ -> true, "exists");
    String victim = before.at("/spec/providerIDList/0").asText();
    String node = nodeOf(testSandbox, victim);

    assertThat(testSandbox.aws().killInstance(victim.substring(victim.lastIndexOf('/') + 1)))
        .isTrue();

    testSandbox.await(
        GroupKind.MACHINE_POOL,
        pool,
        object ->
            object
                    .at("/spec/providerIDList")
                    .valueStream()
                    .noneMatch(id -> id.asText().equals(victim))
                && object.at("/status/phase").asText().equals("Running")
                && object.at("/status/readyReplicas").asInt() == 2,
        "runs without " + victim);
    testSandbox.awaitNodes(
        "Node " + node + " is gone",
        () -> testSandbox.nodes().stream().noneMatch(one -> one.name().equals(node)));
    testSandbox.delete(pool);
    testSandbox.awaitGone(GroupKind.MACHINE_POOL, pool);
  }

  @Test
  void deletionLeavesNothing(TestSandbox testSandbox) throws Exception {
    ObjectKey pool = testSandbox.create("deleted", 2);
    testSandbox.awaitRunning(pool, 2);
    Set<String> instances = new HashSet<>();
    testSandbox
        .await(GroupKind.MACHINE_POOL, pool, _ -> true, "exists")
        .at("/spec/providerIDList")
        .forEach(id -> instances.add(id.asText()));

    testSandbox.delete(pool);

    testSandbox.awaitGone(GroupKind.MACHINE_POOL, pool);
    testSandbox.awaitGone(TestSandbox.AWS_POOL, pool);
    testSandbox.awaitGone(GroupKind.KUBEADM_CONFIG, pool);
    testSandbox.awaitGone(GroupKind.SECRET, pool);
    testSandbox.awaitNodes(
        "no Node of a gone instance",
        () ->
            testSandbox.nodes().stream()
                .noneMatch(node -> instances.contains(node.at("/spec/providerID").asText())));
    testSandbox.assertNothingInAws("deleted");
    var tokens = ObjectSelector.withLabelValue("bootstrap.weir.io/owner-name", pool.name());
    testSandbox.awaitNoSecrets("kube-system", tokens);
  }

  private static String nodeOf(TestSandbox testSandbox, String providerId)
      throws InterruptedException {
    Supplier<Optional<String>> known =
        () ->
            testSandbox.nodes().stream()
                .filter(node -> node.at("/spec/providerID").asText().equals(providerId))
                .map(ApiObject::name)
                .findFirst();
    testSandbox.awaitNodes("a Node of " + providerId, () -> known.get().isPresent());
    return known.get().orElseThrow();
  }

  private static List<String> users(List<AuditRecord> records, String verb, String resource) {
    return records.stream()
        .filter(record -> record.verb().equals(verb) && record.resource().equals(resource))
        .filter(record -> record.subresource().isEmpty() && record.code() < 300)
        .map(AuditRecord::user)
        .toList();
  }
}
