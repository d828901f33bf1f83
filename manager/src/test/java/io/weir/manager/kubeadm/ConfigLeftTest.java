package io.weir.manager.kubeadm;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.ApiObject;
import io.weir.api.GroupKind;
import io.weir.api.ObjectKey;
import io.weir.api.harness.Objects;
import io.weir.bootstrap.config.Leaving;
import io.weir.controlplane.audit.AuditLog;
import io.weir.kernel.harness.Edits;
import io.weir.kernel.harness.Seen;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** A pool that goes to another config and back, its status written by this test. */
class ConfigLeftTest extends MemoryConfigStage {

  ConfigLeftTest() throws IOException {}

  private ApiObject pool() {
    ObjectKey key = new ObjectKey(namespace, "workers");
    return user.client().get(GroupKind.MACHINE_POOL, key).orElseThrow();
  }

  private void names(String config) {
    ApiObject _ =
        Edits.edit(
            user.client(),
            pool(),
            tree -> tree.withObject("/spec/template/spec/bootstrap/configRef").put("name", config));
  }

  /** As the pool's controller does when there is data. */
  private void isGiven(String secret, boolean rolling) throws Exception {
    ApiObject pool =
        Edits.edit(
            user.client(),
            pool(),
            tree -> tree.withObject("/spec/template/spec/bootstrap").put("dataSecretName", secret));
    ApiObject told =
        Edits.status(
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
        weir.sees(
            GroupKind.MACHINE_POOL, told.key(), found -> found.status().equals(told.status()));
  }

  private ApiObject other() {
    ObjectNode config = Objects.config(pool(), "{\"preKubeadmCommands\": [\"echo other\"]}");
    config.withObject("/metadata").put("name", "other");
    return user.client().create(config);
  }

  @Test
  void keepsItsTokenForTheRolloutThenLosesItAndWorksAgainWhenThePoolComesBack() throws Exception {
    attach();
    ApiObject data = awaitData(configured("workers", PLAIN).key());
    ApiObject token = Seen.as(tokens(), inWorkload(data), found -> true);

    ApiObject other = other();
    ApiObject _ =
        awaitSaying(
            other.key(), "MachinePool", "uses KubeadmConfig workers", "no data is generated");
    names("other");
    ApiObject _ = awaitData(other.key());
    isGiven("other", true);
    ApiObject kept =
        awaitSaying(data.key(), "uses KubeadmConfig other", "kept valid while machines");
    weir.forward(Duration.ofMinutes(61), data.key());
    ApiObject during = Seen.as(tokens(), token.key(), found -> end(found).isAfter(end(token)));
    Instant afterAnHour = clock.instant();

    isGiven("other", false);
    weir.forward(Duration.ofMinutes(9), data.key());
    ApiObject _ = awaitSaying(data.key(), "no longer kept valid");
    AuditLog.Mark there = workload.auditLog().mark();
    weir.forward(Duration.ofMinutes(9), data.key());
    ApiObject _ = awaitData(configured("third", PLAIN).key());
    ApiObject still = secrets().get(data.key()).orElseThrow();
    Instant ended = end(tokens().get(token.key()).orElseThrow());
    assertThat(workload.auditLog().since(there))
        .filteredOn(request -> request.name().equals(token.name()))
        .isEmpty();
    assertThat(ended).isBefore(clock.instant());

    names("workers");
    ApiObject again = Seen.as(tokens(), token.key(), found -> end(found).isAfter(clock.instant()));
    ApiObject back =
        Seen.as(secrets(), data.key(), found -> !token(found).token().equals(token(data).token()));
    ApiObject _ = Seen.as(tokens(), inWorkload(back), found -> true);
    ApiObject _ =
        Seen.as(
            configs(),
            data.key(),
            found -> condition(found).filter(one -> one.message().isEmpty()).isPresent());

    assertThat(condition(kept).orElseThrow().holds()).isTrue();
    assertThat(end(during)).isAfter(afterAnHour.plus(Duration.ofMinutes(7)));
    assertThat(value(still)).isEqualTo(value(data));
    assertThat(again.at("/data/token-secret")).isEqualTo(token.at("/data/token-secret"));
    assertThat(Leaving.of(back)).isEqualTo(Leaving.NOT);
  }

  @Test
  void isServedAsBeforeWhileItsPoolStillHasItsSecret() throws Exception {
    attach();
    ApiObject data = awaitData(configured("workers", PLAIN).key());
    isGiven("workers", false);

    names("nothing-yet");
    weir.forward(Duration.ofMinutes(61), data.key());

    ApiObject later =
        Seen.as(secrets(), data.key(), found -> !token(found).token().equals(token(data).token()));
    assertThat(Leaving.of(later)).isEqualTo(Leaving.NOT);
  }
}
