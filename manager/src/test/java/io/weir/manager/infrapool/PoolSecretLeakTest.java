package io.weir.manager.infrapool;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.ApiObject;
import io.weir.api.GroupKind;
import io.weir.api.MetadataKeys;
import io.weir.api.harness.TestObjects;
import io.weir.kernel.KubeCluster;
import io.weir.kernel.cache.ObjectCache;
import io.weir.kernel.cache.WatchSettings;
import io.weir.kernel.harness.EchoingFailure;
import io.weir.kernel.harness.MemoryApiServer;
import io.weir.kernel.harness.TestClusters;
import io.weir.kernel.kube.ObjectSelector;
import io.weir.manager.harness.TestLogs;
import io.weir.manager.harness.TestManager;
import io.weir.manager.objects.ReferencedSecrets;
import io.weir.manager.secrets.LeakDetector;
import io.weir.manager.secrets.PlantedSecrets;
import io.weir.provider.ProviderException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The writer of pools' Secrets, before an API server that repeats them as it fails. */
class PoolSecretLeakTest {

  private final LeakDetector detector = new LeakDetector();
  private TestLogs logs;
  private MemoryApiServer server;
  private KubeCluster management;
  private PoolSecretAccess access;

  @BeforeEach
  void begin() throws Exception {
    logs = TestLogs.ofEverything(detector::read);
    server = TestManager.inMemory();
    management =
        TestClusters.connect(
            server, TestClusters.account("weir"), WatchSettings.defaults().inNamespace("default"));
    ObjectCache labelled =
        management.cache(GroupKind.SECRET, ObjectSelector.withLabel(MetadataKeys.CLUSTER_NAME));
    access =
        new PoolSecretAccess(
            new ReferencedSecrets(
                labelled, management.informers(), management.client(), _ -> true, _ -> {}),
            new WatchedCredentials(management, labelled),
            management.client());
  }

  @AfterEach
  void end() {
    management.close();
    server.close();
    logs.close();
  }

  private interface Write {
    void run() throws ProviderException;
  }

  private void attempt(Write write) {
    try {
      write.run();
    } catch (ProviderException | RuntimeException failed) {
      detector.read(failed);
    }
  }

  private static ObjectNode secret(String content) {
    return TestObjects.parse(
        """
        {"apiVersion": "v1", "kind": "Secret", "data": {"azure.json": "%s"},
         "metadata": {"namespace": "default", "name": "workers-azure-json"}}
        """
            .formatted(PlantedSecrets.base64(content + " " + PlantedSecrets.MARK)));
  }

  @ParameterizedTest
  @EnumSource
  void oneThatCannotBeCreated(EchoingFailure failure) {
    server.fail("create", "secrets", failure);

    attempt(() -> access.create(secret("new")));

    assertFailedInSilence("create");
  }

  @ParameterizedTest
  @EnumSource
  void oneThatCannotBeChanged(EchoingFailure failure) {
    ApiObject there = server.client().create(secret("old"));
    server.fail("patch", "secrets", failure);

    attempt(() -> access.edit(there, tree -> tree.set("data", secret("other").path("data"))));

    assertFailedInSilence("patch");
  }

  private void assertFailedInSilence(String verb) {
    assertThat(server.requests()).anyMatch(request -> request.verb().equals(verb));
    detector.readThreadNames();
    assertThat(detector.leaks()).isEmpty();
  }
}
