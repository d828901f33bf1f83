package io.weir.manager.infrapool;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.ApiObject;
import io.weir.api.GroupKind;
import io.weir.api.MetadataKeys;
import io.weir.api.ObjectKey;
import io.weir.api.harness.TestObjects;
import io.weir.kernel.KubeCluster;
import io.weir.kernel.cache.WatchSettings;
import io.weir.kernel.harness.EchoingFailure;
import io.weir.kernel.harness.MemoryApiServer;
import io.weir.kernel.harness.TestClusters;
import io.weir.kernel.kube.ObjectSelector;
import io.weir.manager.harness.TestLogs;
import io.weir.manager.harness.TestManager;
import io.weir.manager.secrets.LeakDetector;
import io.weir.manager.secrets.PlantedSecrets;
import io.weir.provider.ProviderException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The reader of clouds' credentials, before an API server that repeats them as it fails. */
class CredentialLeakTest {

  private static final ObjectKey KEY = new ObjectKey("default", "cloud");

  private final LeakDetector detector = new LeakDetector();
  private TestLogs logs;
  private MemoryApiServer server;
  private KubeCluster management;
  private WatchedCredentials credentials;

  @BeforeEach
  void begin() throws Exception {
    logs = TestLogs.ofEverything(detector::read);
    server = TestManager.inMemory();
    ApiObject _ =
        server
            .client()
            .create(
                TestObjects.parse(
                    """
                    {"apiVersion": "v1", "kind": "Secret", "data": {"SCW_SECRET_KEY": "%s"},
                     "metadata": {"namespace": "%s", "name": "%s"}}
                    """
                        .formatted(
                            PlantedSecrets.base64("some key " + PlantedSecrets.MARK),
                            KEY.namespace(),
                            KEY.name())));
    management =
        TestClusters.connect(
            server, TestClusters.account("weir"), WatchSettings.defaults().inNamespace("default"));
    credentials =
        new WatchedCredentials(
            management,
            management.cache(
                GroupKind.SECRET, ObjectSelector.withLabel(MetadataKeys.CLUSTER_NAME)));
  }

  @AfterEach
  void end() {
    management.close();
    server.close();
    logs.close();
  }

  /** Of the failures only some, as each is waited for. */
  @ParameterizedTest
  @EnumSource(names = {"FORBIDDEN", "FORGED", "NO_JSON"})
  void thoseThatCannotBeListed(EchoingFailure failure) {
    server.fail("list", "secrets", failure);

    attempt();

    detector.read(management.informers().problems());
    assertFailedInSilence("list");
  }

  private void attempt() {
    try {
      detector.read(credentials.find(KEY));
    } catch (ProviderException | RuntimeException failed) {
      detector.read(failed);
    }
  }

  private void assertFailedInSilence(String verb) {
    assertThat(server.requests()).anyMatch(request -> request.verb().equals(verb));
    detector.readThreadNames();
    assertThat(detector.leaks()).isEmpty();
  }
}
