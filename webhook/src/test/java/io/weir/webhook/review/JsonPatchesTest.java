package io.weir.webhook.review;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.zjsonpatch.JsonPatch;
import io.weir.api.harness.TestObjects;
import org.junit.jupiter.api.Test;

class JsonPatchesTest {

  @Test
  void whatAnotherProgramMakesOfThePatchIsTheWantedObject() {
    ObjectNode before =
        TestObjects.parse(
            """
            {"metadata": {"labels": {"a/b": "1", "gone~": "2"}}, "spec": {"list": [1, 2], "n": null,
             "deep": {"same": 1, "other": 2}}, "status": {}}
            """);
    ObjectNode after =
        TestObjects.parse(
            """
            {"metadata": {"labels": {"a/b": "9", "new/~": "3"}}, "spec": {"list": [2], "n": {"x": 1},
             "deep": {"same": 1, "other": {"y": []}}, "added": {"z": 0}}}
            """);

    var patch = JsonPatches.between(before, after);

    assertThat(JsonPatch.apply(patch, before)).isEqualTo(after);
    assertThat(before).isNotEqualTo(after);
  }

  @Test
  void equalObjectsNeedNoPatch() {
    ObjectNode object = TestObjects.parse("{\"spec\": {\"list\": [{\"a\": 1}]}}");

    assertThat(JsonPatches.between(object, object.deepCopy())).isEmpty();
  }
}
