package io.weir.sandbox.live;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.ApiObject;
import java.io.IOException;
import org.junit.jupiter.api.Test;

class RowsTest {
  private static final JsonMapper JSON = new JsonMapper();

  @Test
  void aPoolTellsWhoLeavesOnlyWhileItShrinks() throws IOException {
    assertThat(PoolRow.of(pool("True")).scalingDown()).isEqualTo("1 of 2 leaving");
    assertThat(PoolRow.of(pool("False")).scalingDown()).isEmpty();
  }

  @Test
  void aNodeWithTheMarkOfItsPoolIsLeaving() throws IOException {
    assertThat(NodeRow.of(node("{\"weir.io/leaves-pool\": \"default/workers\"}")).status())
        .isEqualTo("NotReady, leaving");
    assertThat(NodeRow.of(node("{}")).status()).isEqualTo("NotReady");
  }

  private static ApiObject pool(String scalingDown) throws IOException {
    return object(
        """
        {"apiVersion": "cluster.x-k8s.io/v1beta2", "kind": "MachinePool",
         "metadata": {"namespace": "default", "name": "workers"},
         "status": {"conditions": [
           {"type": "ScalingDown", "status": "%s", "reason": "r", "message": "1 of 2 leaving"}]}}
        """
            .formatted(scalingDown));
  }

  private static ApiObject node(String annotations) throws IOException {
    return object(
        """
        {"apiVersion": "v1", "kind": "Node", "metadata": {"name": "n", "annotations": %s}}
        """
            .formatted(annotations));
  }

  private static ApiObject object(String json) throws IOException {
    return new ApiObject((ObjectNode) JSON.readTree(json));
  }
}
