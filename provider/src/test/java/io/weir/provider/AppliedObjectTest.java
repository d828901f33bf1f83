package io.weir.provider;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.ApiObject;
import io.weir.api.ObjectKey;
import io.weir.api.harness.TestObjects;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class AppliedObjectTest {

  private static final PoolIdentity POOL =
      new PoolIdentity(
          new ObjectKey("team", "workers"),
          "u",
          "demo",
          "workers",
          OwnershipClaim.byMarks(new PoolMarks("here", "Pool/team/workers"), "team"));

  private static Optional<PlanStep> step(ObjectNode wanted, Optional<ApiObject> now) {
    return AppliedObject.step(wanted, now, POOL);
  }

  private static ObjectNode wanted(String data) {
    return TestObjects.parse(
        """
        {"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "shelf"}, "data": %s}
        """
            .formatted(data));
  }

  /** As the server has it once it is applied. */
  private static ApiObject applied(ObjectNode wanted) {
    var step = (ObjectStep.ApplyObject) step(wanted, Optional.empty()).orElseThrow();
    ObjectNode stored = step.object().deepCopy();
    stored.withObject("/metadata").put("uid", "u-1").put("namespace", "team");
    stored
        .withObject("/metadata")
        .putArray("ownerReferences")
        .addObject()
        .put("uid", POOL.uid())
        .put("controller", true);
    return new ApiObject(stored);
  }

  @Test
  void whatIsNotThereIsCreated() {
    PlanStep step = step(wanted("{\"size\": \"1\"}"), Optional.empty()).orElseThrow();

    assertThat(step.description()).isEqualTo("create ConfigMap shelf");
    assertThat(step.eventReason()).isEqualTo("CreateObject");
  }

  @Test
  void whatWasAppliedIsNotAppliedAgainWhateverOthersAddToIt() {
    ApiObject now = applied(wanted("{\"size\": \"1\"}"));
    ObjectNode more = now.copyTree();
    more.withObject("/data").put("kept", "1");
    more.withObject("/metadata/labels").put("somebody", "else");

    assertThat(step(wanted("{\"size\": \"1\"}"), Optional.of(new ApiObject(more)))).isEmpty();
  }

  @Test
  void theOrderOfFieldsIsNoDifference() {
    ApiObject now = applied(wanted("{\"a\": \"1\", \"b\": \"2\"}"));

    assertThat(step(wanted("{\"b\": \"2\", \"a\": \"1\"}"), Optional.of(now))).isEmpty();
  }

  @Test
  void anotherValueIsAppliedToThatObjectAndNoOther() {
    ApiObject now = applied(wanted("{\"size\": \"1\"}"));

    var step =
        (ObjectStep.ApplyObject) step(wanted("{\"size\": \"2\"}"), Optional.of(now)).orElseThrow();

    assertThat(step.uid()).hasValue("u-1");
    assertThat(step.description()).isEqualTo("update ConfigMap shelf");
    assertThat(step.reason()).isEqualTo("something else is wanted of it");
  }

  @Test
  void aFieldThatIsNoLongerWantedIsApplied() {
    ApiObject now = applied(wanted("{\"size\": \"1\", \"shelf\": \"low\"}"));

    assertThat(step(wanted("{\"size\": \"1\"}"), Optional.of(now))).isPresent();
  }

  @Test
  void whatSomebodyChangedIsAppliedAgainAndSaidToBeThat() {
    ObjectNode changed = applied(wanted("{\"size\": \"1\"}")).copyTree();
    changed.withObject("/data").put("size", "9");

    assertThat(
            step(wanted("{\"size\": \"1\"}"), Optional.of(new ApiObject(changed)))
                .orElseThrow()
                .reason())
        .isEqualTo("somebody has changed it");
  }

  @Test
  void whatIsEmptyNeedNotBeThere() {
    ObjectNode stored = applied(wanted("{}")).copyTree();
    stored.remove("data");

    assertThat(step(wanted("{}"), Optional.of(new ApiObject(stored)))).isEmpty();
  }

  @Test
  void anObjectThatLostItsOwnerIsAppliedAgain() {
    ObjectNode stored = applied(wanted("{}")).copyTree();
    stored.withObject("/metadata").remove("ownerReferences");

    assertThat(step(wanted("{}"), Optional.of(new ApiObject(stored))).orElseThrow().reason())
        .contains("controller");
  }

  @Test
  void aListIsComparedAsAWholeButItsElementsMayHaveMoreFields() {
    ObjectNode wanted = wanted("{}");
    wanted.withObject("/spec").putArray("pools").addObject().put("name", "a");
    ObjectNode stored = applied(wanted).copyTree();
    ((ObjectNode) stored.at("/spec/pools/0")).put("mode", "System");

    assertThat(step(wanted, Optional.of(new ApiObject(stored)))).isEmpty();
    stored.withArray("/spec/pools").addObject().put("name", "b");
    assertThat(step(wanted, Optional.of(new ApiObject(stored)))).isPresent();
  }
}
