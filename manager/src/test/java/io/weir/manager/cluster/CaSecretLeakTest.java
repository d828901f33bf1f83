package io.weir.manager.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.ApiObject;
import io.weir.api.GroupKind;
import io.weir.api.MetadataKeys;
import io.weir.api.harness.TestObjects;
import io.weir.bootstrap.kubeadm.CaSecret;
import io.weir.kernel.cache.FakeCache;
import io.weir.kernel.events.EventRecorder;
import io.weir.kernel.harness.EchoingFailure;
import io.weir.kernel.harness.MemoryApiServer;
import io.weir.kernel.kube.ObjectSelector;
import io.weir.manager.harness.TestLogs;
import io.weir.manager.harness.TestManager;
import io.weir.manager.secrets.LeakDetector;
import io.weir.manager.secrets.PlantedSecrets;
import java.time.InstantSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The writer of CA Secrets, in which others may keep a key, before a server that repeats them. */
class CaSecretLeakTest {

  private final LeakDetector detector = new LeakDetector();
  private final ApiObject cluster = cluster();
  private TestLogs logs;
  private MemoryApiServer server;
  private EventRecorder events;
  private CaSecretWriter writer;

  @BeforeEach
  void begin() throws Exception {
    logs = TestLogs.ofEverything(detector::read);
    server = TestManager.inMemory();
    events = new EventRecorder(server.client(), "weir", InstantSource.system());
    FakeCache secrets =
        server.feed(
            new FakeCache(GroupKind.SECRET, ObjectSelector.withLabel(MetadataKeys.CLUSTER_NAME)));
    writer = new CaSecretWriter(secrets.cache(), server.client(), events);
  }

  @AfterEach
  void end() {
    events.close();
    server.close();
    logs.close();
  }

  @ParameterizedTest
  @EnumSource
  void oneThatCannotBeChanged(EchoingFailure failure) {
    ObjectNode secret = CaSecret.newSecret(cluster, "old");
    secret.withObject("/data").put("password", marked());
    ApiObject _ = server.client().create(secret);
    server.fail("patch", "secrets", failure);

    attempt();

    assertFailedInSilence("patch");
  }

  @ParameterizedTest
  @EnumSource
  void oneOfSomebodyElseThatCannotBeRead(EchoingFailure failure) {
    ObjectNode secret = CaSecret.newSecret(cluster, "theirs");
    secret.withObject("/metadata").remove("labels");
    secret.withObject("/data").put("tls.key", marked());
    ApiObject _ = server.client().create(secret);
    server.fail("get", "secrets", failure);

    attempt();

    assertFailedInSilence("get");
  }

  private void attempt() {
    try {
      detector.read(writer.createOrUpdate(cluster, "new"));
    } catch (RuntimeException failed) {
      detector.read(failed);
    }
  }

  private void assertFailedInSilence(String verb) {
    assertThat(server.requests()).anyMatch(request -> request.verb().equals(verb));
    events.close();
    server.storedObjects().stream()
        .filter(object -> !object.groupKind().equals(GroupKind.SECRET))
        .forEach(object -> detector.read(object.copyTree()));
    detector.readThreadNames();
    assertThat(detector.leaks()).isEmpty();
  }

  private static String marked() {
    return PlantedSecrets.base64("some key " + PlantedSecrets.MARK);
  }

  private static ApiObject cluster() {
    ObjectNode tree = TestObjects.cluster("default", "c");
    tree.withObject("/metadata").put("uid", "uid-of-c");
    return new ApiObject(tree);
  }
}
