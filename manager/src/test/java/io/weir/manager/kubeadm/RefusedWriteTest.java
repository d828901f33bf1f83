package io.weir.manager.kubeadm;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.ApiObject;
import io.weir.api.ConditionTypes;
import io.weir.api.GroupKind;
import io.weir.api.MetadataEdits;
import io.weir.api.ObjectKey;
import io.weir.api.conditions.Condition;
import io.weir.api.conditions.ConditionLists;
import io.weir.api.harness.TestObjects;
import io.weir.bootstrap.BootstrapMetadataKeys;
import io.weir.bootstrap.token.JoinToken;
import io.weir.kernel.harness.MemoryApiServer.Request;
import io.weir.kernel.harness.RetriedEdits;
import io.weir.kernel.kube.PropagationPolicy;
import io.weir.kernel.work.Requeue;
import java.time.Duration;
import java.time.Instant;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What nobody but people can mend is told, and the machines that start meanwhile can join. */
class RefusedWriteTest {

  private static final Instant START = Instant.parse("2026-11-21T00:00:00Z");
  private static final Duration STEP = Duration.ofMinutes(3);

  private KubeadmConfigSimulation simulation;
  private ObjectKey pool;

  @BeforeEach
  void begin() throws Exception {
    simulation = new KubeadmConfigSimulation(START, new Random(1));
    pool = simulation.create("workers");
  }

  @AfterEach
  void end() {
    simulation.close();
  }

  @Test
  void aTokenThatMayNotBeMadeIsToldWithTheRemedy() {
    simulation.cluster().forbid("create", "secrets");

    Requeue next = simulation.passResult(pool);

    assertThat(next).isInstanceOf(Requeue.CustomBackoff.class);
    Condition condition = available();
    assertThat(condition.isTrue()).isFalse();
    assertThat(condition.message())
        .contains("cannot create or extend a join token", "cannot create Secret kube-system/")
        .contains("the kubeconfig's account must be allowed");
    Requeue _ = simulation.passResult(pool);
    assertThat(available()).isEqualTo(condition);
    simulation.cluster().permit();
    assertThat(simulation.pass(pool)).isPresent();
    assertThat(available().isTrue()).isTrue();
  }

  @Test
  void noTokenIsMadeInAClusterThatACloudRuns() {
    simulation.workload().beReachedThrough("aws in eu-west-1, prod");

    Requeue _ = simulation.passResult(pool);

    assertThat(simulation.cluster().requests()).noneMatch(Request::writes);
    assertThat(available().isTrue()).isFalse();
    assertThat(available().message())
        .contains("no machine joins", "by kubeadm", "aws in eu-west-1, prod", "-kubeconfig");
  }

  @Test
  void aTokenThatSomebodyDeletesEachTimeIsMadeEverMoreRarelyAndThatIsTold() {
    for (int i = 0; i < 8; i++) {
      Requeue _ = simulation.passResult(pool);
      simulation
          .cluster()
          .storedObjects("secrets")
          .forEach(
              token -> simulation.cluster().client().delete(token, PropagationPolicy.BACKGROUND));
    }

    assertThat(
            simulation.cluster().requests().stream().filter(each -> each.verb().equals("create")))
        .hasSize(3);
    assertThat(available().isTrue()).isFalse();
    assertThat(available().message()).contains("is undone each time");
  }

  @Test
  void whileNewDataIsRefusedTheTokenInTheOldStaysValid() {
    assertThat(simulation.pass(pool)).isPresent();
    JoinToken inUse = KubeadmConfigSimulation.tokenIn(simulation.data(pool));
    simulation.management().forbid("patch", "secrets");

    passTheTime(Duration.ofHours(4), inUse);

    assertThat(available().message()).contains("cannot store the bootstrap data", "stays in use");
    simulation.management().permit();
    assertThat(simulation.pass(pool)).isPresent();
    assertThat(available().isTrue()).isTrue();
    assertThat(KubeadmConfigSimulation.tokenIn(simulation.data(pool))).isNotEqualTo(inUse);
  }

  @Test
  void aMistakeThatKeepsTheDataFromBeingMadeDoesNotEndTheTokenInUse() {
    assertThat(simulation.pass(pool)).isPresent();
    JoinToken inUse = KubeadmConfigSimulation.tokenIn(simulation.data(pool));
    ApiObject _ =
        RetriedEdits.edit(
            simulation.management().client(),
            config(),
            tree -> MetadataEdits.setAnnotation(tree, BootstrapMetadataKeys.IGNITION_VERSION, "3"));

    passTheTime(Duration.ofHours(4), inUse);

    assertThat(available().isTrue()).isFalse();
    assertThat(available().message()).contains("stays in use");
  }

  @Test
  void aSecretOfSomebodyElseIsLookedAtAgainUntilItIsGone() {
    ObjectNode foreign =
        TestObjects.parse(
            """
            {"apiVersion": "v1", "kind": "Secret", "metadata": {
              "namespace": "default", "name": "workers", "ownerReferences": [
                {"apiVersion": "example.org/v1", "kind": "ExternalSecret", "name": "theirs",
                 "uid": "theirs", "controller": true}]}}
            """);
    ApiObject theirs = simulation.management().client().create(foreign);

    Requeue next = simulation.passResult(pool);

    assertThat(next).isInstanceOf(Requeue.CustomBackoff.class);
    assertThat(available().message()).contains("belongs to ExternalSecret theirs");
    simulation.management().client().delete(theirs, PropagationPolicy.BACKGROUND);
    assertThat(simulation.pass(pool)).isPresent();
    assertThat(available().isTrue()).isTrue();
  }

  /**
   * Passes are as rare as the longest pause, and every machine that starts can join for a while.
   */
  private void passTheTime(Duration time, JoinToken token) {
    Duration halfLife = KubeadmConfigSimulation.POLICY.ttl().dividedBy(2);
    for (Instant end = simulation.now().plus(time); simulation.now().isBefore(end); ) {
      Requeue _ = simulation.passResult(pool);
      simulation.setTime(simulation.now().plus(STEP));
      simulation.deleteExpiredTokens();
      assertThat(simulation.validUntil(token).orElseThrow())
          .isAfter(simulation.now().plus(halfLife).minus(STEP));
    }
  }

  private ApiObject config() {
    return simulation.management().client().get(GroupKind.KUBEADM_CONFIG, pool).orElseThrow();
  }

  private Condition available() {
    return ConditionLists.find(
            config().at("/status/conditions"), ConditionTypes.DATA_SECRET_AVAILABLE)
        .orElseThrow();
  }
}
