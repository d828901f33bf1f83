package io.weir.manager.kubeadm;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.ApiObject;
import io.weir.api.GroupKind;
import io.weir.api.ObjectKey;
import io.weir.api.harness.TestObjects;
import io.weir.kernel.harness.EchoingFailure;
import io.weir.kernel.harness.MemoryApiServer;
import io.weir.kernel.harness.RetriedEdits;
import io.weir.manager.harness.TestLogs;
import io.weir.manager.secrets.LeakDetector;
import io.weir.manager.secrets.PlantedSecrets;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The writers of data and tokens, before an API server that repeats each Secret in whatever way it
 * fails: no line of a log, no status, no Event, no failure with all its causes and no name of a
 * thread holds anything of it.
 */
class WriterLeakTest {

  private static final Instant START = Instant.parse("2026-11-21T00:00:00Z");

  private final LeakDetector detector = new LeakDetector();
  private TestLogs logs;
  private KubeadmConfigSimulation simulation;

  @BeforeEach
  void begin() throws Exception {
    logs = TestLogs.ofEverything(detector::read);
    simulation = new KubeadmConfigSimulation(START, new MarkedTokens());
  }

  @AfterEach
  void end() {
    simulation.close();
    logs.close();
  }

  @Test
  void theTokensOfTheseTestsAreMarked() {
    ObjectKey config = simulation.create("workers");

    assertThat(simulation.pass(config)).isPresent();

    assertThat(simulation.data(config)).contains(PlantedSecrets.MARK);
  }

  @ParameterizedTest
  @EnumSource
  void dataThatCannotBeCreated(EchoingFailure failure) {
    ObjectKey config = simulation.create("workers", file("first"));
    simulation.management().fail("create", "secrets", failure);

    passAll(config);

    assertThat(simulation.data(config)).isEmpty();
    assertFailedInSilence(simulation.management(), "create", config.name());
  }

  @ParameterizedTest
  @EnumSource
  void dataThatCannotBeChanged(EchoingFailure failure) {
    ObjectKey config = simulation.create("workers", file("first"));
    assertThat(simulation.pass(config)).isPresent();
    ApiObject _ =
        RetriedEdits.edit(
            simulation.management().client(),
            config(config),
            tree -> tree.set("spec", TestObjects.parse(file("second"))));
    simulation.management().fail("patch", "secrets", failure);

    passAll(config);

    assertFailedInSilence(simulation.management(), "patch", config.name());
  }

  @ParameterizedTest
  @EnumSource
  void aTokenThatCannotBeCreated(EchoingFailure failure) {
    ObjectKey config = simulation.create("workers");
    simulation.cluster().fail("create", "secrets", failure);

    passAll(config);

    assertThat(simulation.tokens()).isEmpty();
    assertFailedInSilence(simulation.cluster(), "create", "bootstrap-token-");
  }

  @ParameterizedTest
  @EnumSource
  void aTokenThatCannotBeExtended(EchoingFailure failure) {
    ObjectKey config = simulation.create("workers");
    assertThat(simulation.pass(config)).isPresent();
    simulation.setTime(START.plus(KubeadmConfigSimulation.POLICY.ttl().dividedBy(2)));
    simulation.cluster().fail("patch", "secrets", failure);

    passAll(config);

    assertFailedInSilence(simulation.cluster(), "patch", "bootstrap-token-");
  }

  @ParameterizedTest
  @EnumSource
  void aTokenOfTheSpecThatCannotBeRead(EchoingFailure failure) {
    String token = "abcdef." + PlantedSecrets.MARK + "abcdef";
    ObjectKey config =
        simulation.create(
            "workers",
            """
            {"joinConfiguration": {"discovery": {"bootstrapToken": {"token": "%s"}}}}
            """
                .formatted(token));
    simulation.cluster().fail("get", "secrets", failure);

    passAll(config);

    assertFailedInSilence(simulation.cluster(), "get", "bootstrap-token-abcdef");
  }

  /** Some passes, as one failure may hide another. */
  private void passAll(ObjectKey config) {
    for (int i = 0; i < 3; i++) {
      try {
        detector.read(simulation.passResult(config));
      } catch (RuntimeException failed) {
        detector.read(failed);
      }
      detector.readThreadNames();
      simulation.setTime(simulation.now().plus(Duration.ofSeconds(10)));
    }
  }

  private void assertFailedInSilence(MemoryApiServer server, String verb, String name) {
    assertThat(server.requests())
        .anyMatch(request -> request.verb().equals(verb) && request.name().startsWith(name));
    simulation.close(); // which writes the Events that are left
    simulation.management().storedObjects().stream()
        .filter(object -> !object.groupKind().equals(GroupKind.SECRET))
        .forEach(object -> detector.read(withoutSpecOfConfig(object)));
    assertThat(detector.leaks()).isEmpty();
  }

  /** What people write into a config, they have shown themselves. */
  private static String withoutSpecOfConfig(ApiObject object) {
    var tree = object.copyTree();
    if (object.groupKind().equals(GroupKind.KUBEADM_CONFIG)) {
      tree.remove("spec");
    }
    return tree.toString();
  }

  private ApiObject config(ObjectKey key) {
    return simulation.management().client().get(GroupKind.KUBEADM_CONFIG, key).orElseThrow();
  }

  private static String file(String words) {
    return """
    {"files": [{"path": "/key", "content": "%s%s"}]}
    """
        .formatted(PlantedSecrets.MARK, words);
  }
}
