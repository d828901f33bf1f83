package io.weir.engine.workload;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.ApiObject;
import io.weir.api.Json;
import java.time.Instant;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AttachedClusterStatusFieldsTest {

  @ParameterizedTest
  @CsvSource({
    "CONNECTING, Connecting",
    "NO_KUBECONFIG, KubeconfigMissing",
    "REFUSED, KubeconfigRefused",
    "UNAUTHORISED, Unauthorized",
    "WATCH_FAILS, WatchFailed",
    "SILENT, Unreachable",
    "NO_ROOM, Unreachable",
  })
  void theReasonOfTheOlderConditionsIsTheKindOfTrouble(
      ConnectionFailureCause cause, String reason) {
    ObjectNode status = Json.MAPPER.createObjectNode();

    AttachedClusterStatusFields.setConnection(
        status,
        new ApiObject(Json.MAPPER.createObjectNode()),
        new AttachedClusterStatusFields.Probe.Failed(cause, "look at it"),
        "",
        Instant.EPOCH);

    assertThat(status.at("/deprecated/v1beta1/conditions"))
        .isNotEmpty()
        .allMatch(condition -> condition.path("reason").asText().equals(reason));
  }
}
