package io.weir.api.conversion;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.ApiObject;
import io.weir.api.Crds;
import io.weir.api.crdcheck.CrdApiServer;
import io.weir.api.crdcheck.SampleObjects;
import io.weir.controlplane.ControlPlane;
import io.weir.controlplane.junit.NamedCluster;
import io.weir.controlplane.junit.WithControlPlane;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A real API server whose conversion webhook is down. */
@WithControlPlane
class ServedVersionsIT {

  private static CrdApiServer server;

  /** On a server that nobody asks but to check definitions: no webhook of another test is there. */
  @BeforeAll
  static void define(
      @NamedCluster("definitions") ControlPlane controlPlane, @TempDir Path directory)
      throws Exception {
    server = CrdApiServer.on(controlPlane, Crds.core(), directory);
  }

  @ParameterizedTest
  @ValueSource(strings = {"cluster", "machinepool", "machine", "kubeadmconfig"})
  void theStoredVersionGoesOnWorking(String sample) throws Exception {
    ObjectNode object = sample(sample);

    ApiObject stored = server.store(object);
    TreeFields.getOrCreate(object, "metadata", "labels").put("changed", "yes");
    ApiObject changed = server.store(object);

    assertThat(stored.label("changed")).isEmpty();
    assertThat(changed.label("changed")).contains("yes");
    assertThat(server.kubectl("get", sample + "s", "-A", "-o", "name"))
        .contains("/" + stored.name());
    assertThat(server.kubectl("delete", sample, stored.name(), "-n", stored.namespace()))
        .contains("deleted");
  }

  @ParameterizedTest
  @ValueSource(strings = {"cluster", "machinepool", "machine", "kubeadmconfig"})
  void theOlderVersionIsRefusedNamingTheWebhook(String sample) throws IOException {
    ObjectNode object = sample(sample);
    ObjectNode older =
        TestConversions.of(object).convert(object, "v1beta1", TestConversions.INSTALLED);

    assertThatThrownBy(() -> server.store(older)).hasMessageContaining("weir-webhook");
  }

  private static ObjectNode sample(String name) throws IOException {
    return SampleObjects.read(ServedVersionsIT.class, name);
  }
}
