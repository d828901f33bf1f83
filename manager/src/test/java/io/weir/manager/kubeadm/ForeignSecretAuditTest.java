package io.weir.manager.kubeadm;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.ApiObject;
import io.weir.api.GroupKind;
import io.weir.api.Json;
import io.weir.api.ObjectKey;
import io.weir.manager.harness.TestLogs;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ForeignSecretAuditTest {

  private final TestLogs log = TestLogs.of("weir.audit");
  private KubeadmConfigSimulation simulation;

  @BeforeEach
  void begin() throws Exception {
    simulation = new KubeadmConfigSimulation(Instant.parse("2026-11-22T00:00:00Z"), new Random(5));
  }

  @AfterEach
  void end() {
    log.close();
    simulation.close();
  }

  private ApiObject createForeign(ObjectKey key) {
    ObjectNode secret =
        Json.MAPPER.createObjectNode().put("apiVersion", "v1").put("kind", "Secret");
    secret.put("type", "Opaque");
    secret.withObject("/metadata").put("namespace", key.namespace()).put("name", key.name());
    secret.withObject("/stringData").put("password", "hush-hush");
    return simulation.management().client().create(secret);
  }

  private List<String> refusals(String uid) {
    return log.messages().stream()
        .filter(line -> line.contains("event=ForeignObjectRefused") && line.contains("uid=" + uid))
        .toList();
  }

  @Test
  void auditorsAreToldOnceOfASecretThatIsNotTheConfigsOwn() {
    ObjectKey config = simulation.create("workers");
    ApiObject _ = createForeign(config);

    var _ = simulation.pass(config);
    var _ = simulation.pass(config);

    assertThat(refusals(uid(config)))
        .singleElement()
        .asString()
        .contains("kind=KubeadmConfig", config.name())
        .doesNotContain("hush");
  }

  private String uid(ObjectKey config) {
    return simulation
        .management()
        .client()
        .get(GroupKind.KUBEADM_CONFIG, config)
        .orElseThrow()
        .uid();
  }
}
