package io.weir.provider.aws.machinepool;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.provider.PlanStep;
import io.weir.provider.ResolveResult;
import io.weir.provider.aws.PoolFixture;
import io.weir.provider.aws.group.GroupStep;
import io.weir.provider.aws.template.ObservedTemplate;
import io.weir.provider.aws.template.TemplateStep;
import io.weir.provider.fingerprint.TemplateFingerprint;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** By what steps are recognised. */
class AwsStepTest {

  private final PoolFixture poolFixture = PoolFixture.pool("workers");

  static Stream<Function<AwsDesiredState, PlanStep>> carriers() {
    return Stream.of(
        want -> new TemplateStep.CreateTemplate(want.template(), "there is none", Map.of()),
        want -> new TemplateStep.AddVersion(want.template(), "lt-1", "it is older", Map.of()),
        want ->
            new TemplateStep.RenewUserData(
                want.template(),
                template(),
                template()
                    .fingerprint()
                    .orElseThrow()
                    .withUserDataOf(want.template().fingerprint()),
                "it is older",
                Map.of()),
        want ->
            new GroupStep.CreateGroup(
                want.group(), want.template(), Optional.of("lt-1"), "there is none"),
        want ->
            new GroupStep.UpdateGroup(
                want.group(), want.template(), "lt-1", false, 0, "it differs"));
  }

  @ParameterizedTest
  @MethodSource("carriers")
  void aNewTokenIsTheSameAttemptAndACorrectedTypeIsNot(
      Function<AwsDesiredState, PlanStep> carrier) {
    poolFixture.inputs = "v1:same";
    poolFixture.bootstrap = "one".getBytes(StandardCharsets.UTF_8);
    PlanStep before = carrier.apply(desired());

    poolFixture.bootstrap = "two".getBytes(StandardCharsets.UTF_8);
    PlanStep renewed = carrier.apply(desired());
    poolFixture.with(poolFixture.pool, "/spec/awsLaunchTemplate/instanceType", "\"m5.large\"");
    PlanStep corrected = carrier.apply(desired());

    assertThat(renewed).isNotEqualTo(before);
    assertThat(renewed.backoffKey()).isEqualTo(before.backoffKey());
    assertThat(corrected.backoffKey()).isNotEqualTo(before.backoffKey());
  }

  private static ObservedTemplate template() {
    var fingerprint =
        new TemplateFingerprint(1, "d".repeat(64), "u".repeat(64), "r".repeat(32), "b".repeat(32));
    return new ObservedTemplate("lt-1", "workers", 3, Optional.of(fingerprint), Map.of());
  }

  private AwsDesiredState desired() {
    return ((ResolveResult.Resolved<AwsDesiredState>)
            AwsDesiredStateResolver.resolve(poolFixture.inputs(), _ -> Optional.empty()))
        .desired();
  }
}
