package io.weir.manager.secrets;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.ApiObject;
import io.weir.api.GroupKind;
import io.weir.api.harness.TestObjects;
import io.weir.kernel.harness.EchoingFailure;
import io.weir.kernel.harness.MemoryApiServer;
import io.weir.kernel.kube.KubeClient;
import io.weir.kernel.kube.KubeException;
import io.weir.kernel.kube.ObjectSelector;
import io.weir.kernel.kube.PropagationPolicy;
import java.util.Map;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Each request about a Secret, whoever makes it, before an API server that repeats it. */
class SecretRequestLeakTest {

  private static final Map<String, BiConsumer<KubeClient, ApiObject>> REQUESTS =
      Map.of(
          "create",
          (client, secret) -> {
            ApiObject _ = client.create(secret.copyTree());
          },
          "get",
          (client, secret) -> {
            var _ = client.get(GroupKind.SECRET, secret.key());
          },
          "list",
          (client, secret) -> {
            var _ = client.list(GroupKind.SECRET, "default", ObjectSelector.everything());
          },
          "patch",
          (client, secret) -> {
            ApiObject _ = client.edit(secret, SecretRequestLeakTest::change);
          },
          "apply",
          (client, secret) -> {
            ApiObject _ = client.apply(secret.copyTree());
          },
          "delete",
          (client, secret) -> client.delete(secret, PropagationPolicy.BACKGROUND));

  private final LeakDetector detector = new LeakDetector();
  private MemoryApiServer server;
  private ApiObject secret;

  @BeforeEach
  void begin() throws Exception {
    server = new MemoryApiServer();
    secret =
        server
            .client()
            .create(
                TestObjects.parse(
                    """
                    {"apiVersion": "v1", "kind": "Secret", "data": {"password": "%s"},
                     "metadata": {"namespace": "default", "name": "s"}}
                    """
                        .formatted(PlantedSecrets.base64("some key " + PlantedSecrets.MARK))));
  }

  @AfterEach
  void end() {
    server.close();
  }

  @ParameterizedTest
  @EnumSource
  void noneThatFailsTellsWhatItWasAbout(EchoingFailure failure) {
    REQUESTS.forEach(
        (verb, request) -> {
          server.fail(verb, "secrets", failure);
          try {
            request.accept(server.client(), secret);
          } catch (KubeException failed) {
            detector.read(failed);
          }
        });

    assertThat(server.requests())
        .extracting(MemoryApiServer.Request::verb)
        .containsAll(REQUESTS.keySet());
    assertThat(detector.leaks()).isEmpty();
  }

  @Test
  void aRightThatIsMissingIsNamed() {
    server.forbid("create", "secrets");

    assertThat(message()).contains("User \"test\" cannot create resource \"secrets\"");
  }

  private String message() {
    try {
      ApiObject _ = server.client().create(secret.copyTree());
      throw new AssertionError("created");
    } catch (KubeException failed) {
      return String.valueOf(failed.getMessage());
    }
  }

  private static void change(ObjectNode tree) {
    tree.withObject("/data").put("other", PlantedSecrets.base64("x " + PlantedSecrets.MARK));
  }
}
