package io.weir.manager.kubeadm;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.ApiObject;
import io.weir.api.GroupKind;
import io.weir.api.ObjectKey;
import io.weir.api.harness.TestObjects;
import io.weir.bootstrap.config.UnusedConfigState;
import io.weir.controlplane.audit.AuditLog;
import io.weir.kernel.harness.CacheWaits;
import io.weir.kernel.harness.RetriedEdits;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** A pool that goes to another config and back, its status written by this test. */
class UnusedConfigTest extends MemoryKubeadmConfigFixture {

  UnusedConfigTest() throws IOException {}

  private ApiObject pool() {
    ObjectKey key = new ObjectKey(namespace, "workers");
    return user.client().get(GroupKind.MACHINE_POOL, key).orElseThrow();
  }

  private void names(String config) {
    ApiObject _ =
        RetriedEdits.edit(
            user.client(),
            pool(),
            tree -> tree.withObject("/spec/template/spec/bootstrap/configRef").put("name", config));
  }

  /** As the pool's controller does when there is data. */
  private void isGiven(String secret, boolean rolling) throws Exception {
    ApiObject pool =
        RetriedEdits.edit(
            user.client(),
            pool(),
            tree -> tree.withObject("/spec/template/spec/bootstrap").put("dataSecretName", secret));
    ApiObject reported =
        RetriedEdits.editStatus(
            user.client(),
            pool,
            status -> {
              status.put("observedGeneration", pool.generation());
              status
                  .putArray("conditions")
                  .addObject()
                  .put("type", "RollingOut")
                  .put("status", rolling ? "True" : "False")
                  .put("reason", rolling ? "RollingOut" : "NotRollingOut")
                  .put("message", "")
                  .put("lastTransitionTime", "2026-01-01T00:00:00Z");
            });
    // A status wakes nobody: the next pass must find it.
    ApiObject _ =
        weir.awaitSeen(
            GroupKind.MACHINE_POOL,
            reported.key(),
            found -> found.status().equals(reported.status()));
  }

  private ApiObject other() {
    ObjectNode config = TestObjects.config(pool(), "{\"preKubeadmCommands\": [\"echo other\"]}");
    config.withObject("/metadata").put("name", "other");
    return user.client().create(config);
  }

  @Test
  void keepsItsTokenForTheRolloutThenLosesItAndWorksAgainWhenThePoolComesBack() throws Exception {
    attach();
    ApiObject data = awaitData(createPoolAndConfig("workers", PLAIN).key());
    ApiObject token = CacheWaits.awaitObject(tokens(), tokenSecretKey(data), found -> true);

    ApiObject other = other();
    ApiObject _ =
        awaitSaying(
            other.key(), "MachinePool", "uses KubeadmConfig workers", "no data is generated");
    names("other");
    ApiObject _ = awaitData(other.key());
    isGiven("other", true);
    ApiObject kept =
        awaitSaying(data.key(), "uses KubeadmConfig other", "kept valid while machines");
    weir.advanceClock(Duration.ofMinutes(61), data.key());
    ApiObject during =
        CacheWaits.awaitObject(
            tokens(), token.key(), found -> expiry(found).isAfter(expiry(token)));
    Instant afterAnHour = clock.instant();

    isGiven("other", false);
    weir.advanceClock(Duration.ofMinutes(9), data.key());
    ApiObject _ = awaitSaying(data.key(), "no longer kept valid");
    AuditLog.Mark there = workload.auditLog().mark();
    weir.advanceClock(Duration.ofMinutes(9), data.key());
    ApiObject _ = awaitData(createPoolAndConfig("third", PLAIN).key());
    ApiObject still = secrets().get(data.key()).orElseThrow();
    Instant ended = expiry(tokens().get(token.key()).orElseThrow());
    assertThat(workload.auditLog().since(there))
        .filteredOn(request -> request.name().equals(token.name()))
        .isEmpty();
    assertThat(ended).isBefore(clock.instant());

    names("workers");
    ApiObject again =
        CacheWaits.awaitObject(
            tokens(), token.key(), found -> expiry(found).isAfter(clock.instant()));
    ApiObject back =
        CacheWaits.awaitObject(
            secrets(), data.key(), found -> !token(found).token().equals(token(data).token()));
    ApiObject _ = CacheWaits.awaitObject(tokens(), tokenSecretKey(back), found -> true);
    ApiObject _ =
        CacheWaits.awaitObject(
            configs(),
            data.key(),
            found -> condition(found).filter(one -> one.message().isEmpty()).isPresent());

    assertThat(condition(kept).orElseThrow().isTrue()).isTrue();
    assertThat(expiry(during)).isAfter(afterAnHour.plus(Duration.ofMinutes(7)));
    assertThat(value(still)).isEqualTo(value(data));
    assertThat(again.at("/data/token-secret")).isEqualTo(token.at("/data/token-secret"));
    assertThat(UnusedConfigState.of(back)).isEqualTo(UnusedConfigState.IN_USE);
  }

  @Test
  void isServedAsBeforeWhileItsPoolStillHasItsSecret() throws Exception {
    attach();
    ApiObject data = awaitData(createPoolAndConfig("workers", PLAIN).key());
    isGiven("workers", false);

    names("nothing-yet");
    weir.advanceClock(Duration.ofMinutes(61), data.key());

    ApiObject later =
        CacheWaits.awaitObject(
            secrets(), data.key(), found -> !token(found).token().equals(token(data).token()));
    assertThat(UnusedConfigState.of(later)).isEqualTo(UnusedConfigState.IN_USE);
  }
}
