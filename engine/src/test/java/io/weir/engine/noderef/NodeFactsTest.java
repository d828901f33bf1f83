package io.weir.engine.noderef;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.ApiObject;
import io.weir.api.Json;
import java.io.IOException;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

class NodeFactsTest {

  private static final String NODE =
      """
      {"apiVersion": "v1", "kind": "Node",
       "metadata": {"name": "n", "uid": "u", "resourceVersion": "1", "annotations": {"a": "b"}},
       "spec": {"providerID": "aws:///z/i-1", "taints": [{"key": "k", "effect": "NoSchedule"}]},
       "status": {"nodeInfo": {"kubeletVersion": "v1.35.4"}, "conditions": [
         {"type": "MemoryPressure", "status": "False"},
         {"type": "Ready", "status": "True", "lastTransitionTime": "2026-01-01T00:00:00Z"}]}}
      """;

  private static NodeFacts facts(Consumer<ObjectNode> edit) {
    try {
      var tree = (ObjectNode) Json.MAPPER.readTree(NODE);
      edit.accept(tree);
      return NodeFacts.of(new ApiObject(tree));
    } catch (IOException impossible) {
      throw new AssertionError(impossible);
    }
  }

  @Test
  void areWhatAPoolNeedsToKnow() {
    NodeFacts facts = facts(tree -> {});

    assertThat(facts.providerId()).isEqualTo("aws:///z/i-1");
    assertThat(facts.ready()).isTrue();
    assertThat(facts.kubeletVersion()).isEqualTo("v1.35.4");
    assertThat(facts.taints()).containsExactly("k=:NoSchedule");
  }

  @Test
  void areTheSameAfterAHeartbeat() {
    NodeFacts after =
        facts(
            tree -> {
              tree.withObject("/metadata").put("resourceVersion", "2");
              ((ObjectNode) tree.at("/status/conditions/0")).put("status", "Unknown");
            });

    assertThat(after).isEqualTo(facts(tree -> {}));
  }

  @Test
  void differWhenReadinessFlips() {
    NodeFacts after =
        facts(tree -> ((ObjectNode) tree.at("/status/conditions/1")).put("status", "Unknown"));

    assertThat(after.ready()).isFalse();
    assertThat(after).isNotEqualTo(facts(tree -> {}));
  }

  @Test
  void differWhenTheNodeIsAnotherOneOfTheName() {
    NodeFacts after = facts(tree -> tree.withObject("/metadata").put("uid", "v"));

    assertThat(after).isNotEqualTo(facts(tree -> {}));
  }
}
