package io.weir.sandbox.life;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.ApiObject;
import io.weir.api.GroupKind;
import io.weir.api.ObjectKey;
import io.weir.controlplane.audit.AuditRecord;
import io.weir.kernel.kube.LabelSelector;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

@OnStage
class PoolLifeIT {

  @Test
  void aPoolOfThreeRunsWithThreeReadyNodesThatJoinedByTheirTokens(Stage stage) throws Exception {
    var before = stage.sandbox().controlPlane().auditLog().mark();

    ObjectKey pool = stage.create("three", 3);
    stage.awaitRunning(pool, 3);

    ApiObject object = stage.await(GroupKind.MACHINE_POOL, pool, _ -> true, "exists");
    Set<String> names =
        object
            .at("/status/nodeRefs")
            .valueStream()
            .map(ref -> ref.path("name").asText())
            .collect(Collectors.toSet());
    List<AuditRecord> joining = stage.sandbox().controlPlane().auditLog().since(before);
    ApiObject token = stage.tokensOf(pool).getFirst();
    String joiner = "system:bootstrap:" + token.name().replaceFirst("^bootstrap-token-", "");
    assertThat(users(joining, "create", "certificatesigningrequests"))
        .filteredOn(joiner::equals)
        .hasSize(3);
    assertThat(users(joining, "create", "nodes"))
        .containsAll(names.stream().map(name -> "system:node:" + name).toList());
    assertThat(object.at("/spec/providerIDList")).hasSize(3);
    assertThat(stage.tokens()).as("tokens that must not be told").isPositive();
    stage.delete(pool);
    stage.awaitGone(GroupKind.MACHINE_POOL, pool);
  }

  @Test
  void aPoolFollowsItsReplicasUpAndDown(Stage stage) throws Exception {
    ObjectKey pool = stage.create("scaled", 3);
    stage.awaitRunning(pool, 3);

    stage.scale(pool, 5);
    stage.awaitRunning(pool, 5);
    stage.awaitNodes("5 Nodes carry the mark of their pool", () -> stage.nodesOf(pool) == 5);

    stage.scale(pool, 1);
    stage.awaitRunning(pool, 1);
    stage.awaitNodes("one Node is left", () -> stage.nodesOf(pool) == 1);
    stage.delete(pool);
    stage.awaitGone(GroupKind.MACHINE_POOL, pool);
  }

  @Test
  void aKilledInstanceIsReplacedAndItsNodeGoes(Stage stage) throws Exception {
    ObjectKey pool = stage.create("killed", 2);
    stage.awaitRunning(pool, 2);
    ApiObject before = stage.await(GroupKind.MACHINE_POOL, pool, _ -> true, "exists");
    String victim = before.at("/spec/providerIDList/0").asText();
    String node = nodeOf(stage, victim);

    assertThat(stage.sandbox().aws().kill(victim.substring(victim.lastIndexOf('/') + 1))).isTrue();

    stage.await(
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
    stage.awaitNodes(
        "Node " + node + " is gone",
        () -> stage.nodes().stream().noneMatch(one -> one.name().equals(node)));
    stage.delete(pool);
    stage.awaitGone(GroupKind.MACHINE_POOL, pool);
  }

  @Test
  void deletionLeavesNothing(Stage stage) throws Exception {
    ObjectKey pool = stage.create("deleted", 2);
    stage.awaitRunning(pool, 2);
    Set<String> instances = new HashSet<>();
    stage
        .await(GroupKind.MACHINE_POOL, pool, _ -> true, "exists")
        .at("/spec/providerIDList")
        .forEach(id -> instances.add(id.asText()));

    stage.delete(pool);

    stage.awaitGone(GroupKind.MACHINE_POOL, pool);
    stage.awaitGone(Stage.AWS_POOL, pool);
    stage.awaitGone(GroupKind.KUBEADM_CONFIG, pool);
    stage.awaitGone(GroupKind.SECRET, pool);
    stage.awaitNodes(
        "no Node of a gone instance",
        () ->
            stage.nodes().stream()
                .noneMatch(node -> instances.contains(node.at("/spec/providerID").asText())));
    stage.assertNothingInAws("deleted");
    var tokens = LabelSelector.equal("bootstrap.weir.io/owner-name", pool.name());
    stage.awaitNoSecrets("kube-system", tokens);
  }

  private static String nodeOf(Stage stage, String providerId) throws InterruptedException {
    Supplier<Optional<String>> known =
        () ->
            stage.nodes().stream()
                .filter(node -> node.at("/spec/providerID").asText().equals(providerId))
                .map(ApiObject::name)
                .findFirst();
    stage.awaitNodes("a Node of " + providerId, () -> known.get().isPresent());
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
