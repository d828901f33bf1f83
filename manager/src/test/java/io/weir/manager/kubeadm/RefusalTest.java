package io.weir.manager.kubeadm;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.ApiObject;
import io.weir.api.ConditionTypes;
import io.weir.api.GroupKind;
import io.weir.api.Metadata;
import io.weir.api.ObjectKey;
import io.weir.api.conditions.Condition;
import io.weir.api.conditions.Conditions;
import io.weir.api.harness.Objects;
import io.weir.bootstrap.BootstrapKeys;
import io.weir.bootstrap.token.BootstrapToken;
import io.weir.kernel.harness.Edits;
import io.weir.kernel.kube.Propagation;
import io.weir.kernel.work.Requeue;
import java.time.Duration;
import java.time.Instant;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What nobody but people can mend is told, and the machines that start meanwhile can join. */
class RefusalTest {

  private static final Instant START = Instant.parse("2026-11-21T00:00:00Z");
  private static final Duration STEP = Duration.ofMinutes(3);

  private TokenStage stage;
  private ObjectKey pool;

  @BeforeEach
  void begin() throws Exception {
    stage = new TokenStage(START, new Random(1));
    pool = stage.create("workers");
  }

  @AfterEach
  void end() {
    stage.close();
  }

  @Test
  void aTokenThatMayNotBeMadeIsToldWithTheRemedy() {
    stage.cluster().forbid("create", "secrets");

    Requeue next = stage.ending(pool);

    assertThat(next).isInstanceOf(Requeue.Slowly.class);
    Condition told = available();
    assertThat(told.holds()).isFalse();
    assertThat(told.message())
        .contains("no join token can be created", "cannot create Secret kube-system/")
        .contains("the kubeconfig's account must be allowed");
    Requeue _ = stage.ending(pool);
    assertThat(available()).isEqualTo(told);
    stage.cluster().permit();
    assertThat(stage.pass(pool)).isPresent();
    assertThat(available().holds()).isTrue();
  }

  @Test
  void whileNewDataIsRefusedTheTokenInTheOldStaysValid() {
    assertThat(stage.pass(pool)).isPresent();
    BootstrapToken inUse = TokenStage.tokenIn(stage.data(pool));
    stage.management().forbid("patch", "secrets");

    passTheTime(Duration.ofHours(4), inUse);

    assertThat(available().message()).contains("the data cannot be stored", "stays in use");
    stage.management().permit();
    assertThat(stage.pass(pool)).isPresent();
    assertThat(available().holds()).isTrue();
    assertThat(TokenStage.tokenIn(stage.data(pool))).isNotEqualTo(inUse);
  }

  @Test
  void aMistakeThatKeepsTheDataFromBeingMadeDoesNotEndTheTokenInUse() {
    assertThat(stage.pass(pool)).isPresent();
    BootstrapToken inUse = TokenStage.tokenIn(stage.data(pool));
    ApiObject _ =
        Edits.edit(
            stage.management().client(),
            config(),
            tree -> Metadata.annotate(tree, BootstrapKeys.IGNITION_VERSION, "3"));

    passTheTime(Duration.ofHours(4), inUse);

    assertThat(available().holds()).isFalse();
    assertThat(available().message()).contains("stays in use");
  }

  @Test
  void aSecretOfSomebodyElseIsLookedAtAgainUntilItIsGone() {
    ObjectNode foreign =
        Objects.of(
            """
            {"apiVersion": "v1", "kind": "Secret", "metadata": {
              "namespace": "default", "name": "workers", "ownerReferences": [
                {"apiVersion": "example.org/v1", "kind": "ExternalSecret", "name": "theirs",
                 "uid": "theirs", "controller": true}]}}
            """);
    ApiObject theirs = stage.management().client().create(foreign);

    Requeue next = stage.ending(pool);

    assertThat(next).isInstanceOf(Requeue.Slowly.class);
    assertThat(available().message()).contains("belongs to ExternalSecret theirs");
    stage.management().client().delete(theirs, Propagation.BACKGROUND);
    assertThat(stage.pass(pool)).isPresent();
    assertThat(available().holds()).isTrue();
  }

  /**
   * Passes are as rare as the longest pause, and every machine that starts can join for a while.
   */
  private void passTheTime(Duration time, BootstrapToken token) {
    Duration halfLife = TokenStage.POLICY.ttl().dividedBy(2);
    for (Instant end = stage.now().plus(time); stage.now().isBefore(end); ) {
      Requeue _ = stage.ending(pool);
      stage.at(stage.now().plus(STEP));
      stage.cleanExpired();
      assertThat(stage.validUntil(token).orElseThrow())
          .isAfter(stage.now().plus(halfLife).minus(STEP));
    }
  }

  private ApiObject config() {
    return stage.management().client().get(GroupKind.KUBEADM_CONFIG, pool).orElseThrow();
  }

  private Condition available() {
    return Conditions.find(config().at("/status/conditions"), ConditionTypes.DATA_SECRET_AVAILABLE)
        .orElseThrow();
  }
}
