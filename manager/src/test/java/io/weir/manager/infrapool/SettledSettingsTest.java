package io.weir.manager.infrapool;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.ApiObject;
import io.weir.api.GroupKind;
import io.weir.api.MetadataKeys;
import io.weir.api.ObjectKey;
import io.weir.engine.settled.SettledAnnotation;
import io.weir.engine.settled.SettledHistory;
import io.weir.kernel.harness.CacheWaits;
import io.weir.kernel.harness.RetriedEdits;
import io.weir.provider.PlanContext;
import java.util.Set;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What is noted on an infrastructure pool whose machines have all come to be as wanted. */
class SettledSettingsTest {

  private InfraPoolFixture<SettlingProvider> stage;
  private ObjectKey pool;

  /** Its pools are settled when they boot from what is wanted. */
  private static final class SettlingProvider extends FakeBootstrapDataProvider {
    @Override
    public Set<String> machineFields() {
      return Set.of("awsLaunchTemplate");
    }

    @Override
    public boolean isSettled(FakeDesiredState desired, PlanContext<Pool> now) {
      return now.observation()
          .observedState()
          .filter(seen -> seen.data().equals(desired.data()))
          .isPresent();
    }
  }

  @BeforeEach
  void start() throws Exception {
    stage = new InfraPoolFixture<>(_ -> new SettlingProvider());
    ApiObject _ = stage.user().client().create(stage.secret("data", "value", "first"));
    stage.cloud().holds("workers", "first");
    pool = stage.pool("workers", "data");
    stage.awaitSaying(pool, "first");
  }

  @AfterEach
  void stop() {
    stage.close();
  }

  @Test
  void isWrittenWhenTheMachinePoolSaysThatAllMachinesAreAvailable() throws Exception {
    report(1);
    stage.settle();
    assertThat(infrastructure().annotations()).doesNotContainKey(MetadataKeys.SETTLED);

    report(2);

    SettledHistory noted = history(_ -> true);
    assertThat(noted.latest().machinePool())
        .hasToString("{\"version\":\"v1.35.4\",\"dataSecretName\":\"data\"}");
    assertThat(noted.latest().infrastructure().has("awsLaunchTemplate")).isTrue();
    assertThat(noted.former()).isEmpty();
  }

  @Test
  void keepsWhatWasBeforeAndIsWrittenOnce() throws Exception {
    report(2);
    SettledHistory first = history(_ -> true);
    edit("version", "v1.36.1");

    report(2);

    SettledHistory second =
        history(
            history -> history.latest().machinePool().path("version").asText().equals("v1.36.1"));
    assertThat(second.former()).contains(first.latest());
    String version = infrastructure().resourceVersion();
    report(1);
    report(2);
    stage.settle();
    assertThat(infrastructure().resourceVersion()).isEqualTo(version);
  }

  @Test
  void doesNotTakeOverWhatSomebodyElseHasWritten() throws Exception {
    ApiObject _ =
        RetriedEdits.edit(
            stage.user().client(),
            infrastructure(),
            tree ->
                tree.withObject("/metadata/annotations").put(MetadataKeys.SETTLED, "{\"x\": 1}"));

    report(2);

    assertThat(history(_ -> true).former()).isEmpty();
  }

  private void edit(String field, String value) {
    ApiObject _ =
        RetriedEdits.edit(
            stage.user().client(),
            machinePool(),
            tree -> tree.withObject("/spec/template/spec").put(field, value));
  }

  /** As the controller of MachinePools does. */
  private void report(int available) {
    ApiObject now = machinePool();
    ApiObject _ =
        RetriedEdits.edit(
            stage.user().client(), now, tree -> tree.withObject("/spec").put("replicas", 2));
    ApiObject wanted = machinePool();
    ApiObject _ =
        stage
            .user()
            .client()
            .editStatus(
                wanted,
                (ObjectNode status) ->
                    status
                        .put("observedGeneration", wanted.generation())
                        .put("replicas", 2)
                        .put("upToDateReplicas", 2)
                        .put("availableReplicas", available));
  }

  private SettledHistory history(Predicate<SettledHistory> wanted) throws Exception {
    ApiObject found =
        CacheWaits.awaitObject(
            stage.user().cache(FakeBootstrapDataProvider.KIND),
            pool,
            object ->
                object
                    .annotation(MetadataKeys.SETTLED)
                    .map(SettledAnnotation::parse)
                    .filter(SettledAnnotation.Known.class::isInstance)
                    .filter(known -> wanted.test(((SettledAnnotation.Known) known).history()))
                    .isPresent());
    String text = found.annotation(MetadataKeys.SETTLED).orElseThrow();
    return ((SettledAnnotation.Known) SettledAnnotation.parse(text)).history();
  }

  private ApiObject machinePool() {
    return stage.user().client().get(GroupKind.MACHINE_POOL, pool).orElseThrow();
  }

  private ApiObject infrastructure() {
    return stage.user().client().get(FakeBootstrapDataProvider.KIND, pool).orElseThrow();
  }
}
