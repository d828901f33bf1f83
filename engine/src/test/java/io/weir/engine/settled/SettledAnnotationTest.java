package io.weir.engine.settled;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.ApiObject;
import io.weir.api.Json;
import io.weir.engine.settled.SettledAnnotation.Known;
import io.weir.engine.settled.SettledAnnotation.TooLong;
import io.weir.engine.settled.SettledAnnotation.Unreadable;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SettledAnnotationTest {

  private static final SettledSubject POOL =
      new SettledSubject(
          "infrastructure.cluster.x-k8s.io/v1beta2", "team/workers", List.of("awsLaunchTemplate"));
  private static final MachineSettings SMALL = settings("t3.small");
  private static final MachineSettings LARGE = settings("m5.large");

  @Nested
  class After {

    @Test
    void theFirstTimeHasTheSettingsAlone() {
      assertThat(known(after(Optional.empty(), SMALL))).isEqualTo(new SettledHistory(POOL, SMALL));
    }

    @Test
    void theSameSettingsAreTheSameText() {
      String spelledOtherwise = after(Optional.empty(), SMALL).replace(":", ": ");

      assertThat(after(Optional.of(spelledOtherwise), SMALL)).isSameAs(spelledOtherwise);
    }

    @Test
    void otherSettingsKeepTheOnesBeforeAndNoOthers() {
      String first = after(Optional.empty(), settings("t2.nano"));
      String second = after(Optional.of(first), SMALL);

      assertThat(known(after(Optional.of(second), LARGE)))
          .isEqualTo(new SettledHistory(POOL, LARGE, Optional.of(SMALL)));
    }

    @Test
    void aCopyOfAnotherPoolAndAnotherVersionOfTheKindAndOtherFieldsBeginAnew() {
      String before = after(Optional.empty(), SMALL);

      assertThat(
              List.of(
                  new SettledSubject("group/v9", POOL.pool(), POOL.fields()),
                  new SettledSubject(POOL.apiVersion(), "team/copy", POOL.fields()),
                  new SettledSubject(POOL.apiVersion(), POOL.pool(), List.of("more"))))
          .allSatisfy(
              other ->
                  assertThat(known(SettledAnnotation.after(Optional.of(before), other, LARGE)))
                      .isEqualTo(new SettledHistory(other, LARGE)));
    }

    @Test
    void whatSomebodyElseHasWrittenIsReplaced() {
      assertThat(known(after(Optional.of("{\"format\": 1, \"latest\": 3}"), SMALL)))
          .isEqualTo(new SettledHistory(POOL, SMALL));
    }

    @Test
    void theFormerSettingsAreLeftOutWhereBothAreTooLong() {
      MachineSettings long1 = settings("a".repeat(10_000));
      MachineSettings long2 = settings("b".repeat(10_000));
      String first = after(Optional.empty(), long1);
      String second = after(Optional.of(first), long2);

      assertThat(known(second)).isEqualTo(new SettledHistory(POOL, long2));
      assertThat(after(Optional.of(second), long2)).isSameAs(second);
    }

    @Test
    void settingsThatAreTooLongAreLeftOutAndThatIsTold() {
      MachineSettings tooLong = settings("ü".repeat(SettledAnnotation.BYTES_AT_MOST / 2));

      String text = after(Optional.of(after(Optional.empty(), SMALL)), tooLong);

      assertThat(SettledAnnotation.parse(text))
          .isInstanceOfSatisfying(
              TooLong.class,
              told -> assertThat(told.bytes()).isGreaterThan(SettledAnnotation.BYTES_AT_MOST));
      assertThat(after(Optional.of(text), tooLong)).isEqualTo(text);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "null",
        "[]",
        "{",
        "{\"format\": 2, \"latest\": {\"infrastructure\": {}, \"machinePool\": {}}}",
        "{\"format\": 1}",
        "{\"format\": 1, \"latest\": {\"infrastructure\": {}, \"machinePool\": []}}",
        "{\"format\": 1, \"latest\": {\"infrastructure\": {}, \"machinePool\": {}}, \"former\": 0}"
      })
  void otherTextsAreUnreadable(String text) {
    assertThat(SettledAnnotation.parse(text)).isInstanceOf(Unreadable.class);
  }

  @Test
  void aTextThatIsTooLongIsNotEvenParsed() {
    assertThat(SettledAnnotation.parse("[".repeat(SettledAnnotation.BYTES_AT_MOST + 1)))
        .isEqualTo(new Unreadable("it is longer than 16384 bytes"));
  }

  @Test
  void settingsHoldNothingButTheNamedFields() {
    ObjectNode infrastructure = Json.MAPPER.createObjectNode();
    infrastructure
        .putObject("spec")
        .put("providerID", "arn")
        .put("minSize", 1)
        .putNull("empty")
        .putObject("awsLaunchTemplate")
        .put("instanceType", "t3.small");
    ObjectNode machinePool = Json.MAPPER.createObjectNode();
    ObjectNode template = machinePool.withObject("/spec/template/spec");
    template.put("version", "v1.35.4").put("clusterName", "c");
    template.putObject("bootstrap").put("dataSecretName", "workers");

    var settings =
        MachineSettings.of(
            new ApiObject(infrastructure),
            new ApiObject(machinePool),
            Set.of("awsLaunchTemplate", "empty", "absent"));

    assertThat(settings.infrastructure())
        .hasToString("{\"awsLaunchTemplate\":{\"instanceType\":\"t3.small\"}}");
    assertThat(settings.machinePool())
        .hasToString("{\"version\":\"v1.35.4\",\"dataSecretName\":\"workers\"}");
  }

  private static String after(Optional<String> text, MachineSettings settings) {
    return SettledAnnotation.after(text, POOL, settings);
  }

  private static SettledHistory known(String text) {
    return ((Known) SettledAnnotation.parse(text)).history();
  }

  private static MachineSettings settings(String type) {
    ObjectNode infrastructure = Json.MAPPER.createObjectNode();
    infrastructure.putObject("awsLaunchTemplate").put("instanceType", type).put("size", 20);
    return new MachineSettings(
        infrastructure, Json.MAPPER.createObjectNode().put("version", "v1.35.4"));
  }
}
