package io.weir.provider.aws.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.provider.Resolution;
import io.weir.provider.Step;
import io.weir.provider.aws.Given;
import io.weir.provider.aws.desired.AwsDesired;
import io.weir.provider.aws.desired.Mark;
import io.weir.provider.aws.desired.Resolver;
import io.weir.provider.aws.observed.Template;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** By what steps are recognised. */
class AwsStepTest {

  private final Given given = Given.pool("workers");

  static Stream<Function<AwsDesired, Step>> carriers() {
    return Stream.of(
        want -> new TemplateStep.CreateTemplate(want, "there is none"),
        want -> new TemplateStep.AddVersion(want, "lt-1", "it is older", Optional.empty()),
        want -> new TemplateStep.RenewUserData(want, template(), "it is older", Optional.empty()),
        want -> new GroupStep.CreateGroup(want, Optional.of("lt-1"), "there is none"),
        want -> new GroupStep.UpdateGroup(want, "lt-1", false, "it differs"));
  }

  @ParameterizedTest
  @MethodSource("carriers")
  void aNewTokenIsTheSameAttemptAndACorrectedTypeIsNot(Function<AwsDesired, Step> carrier) {
    given.inputs = "v1:same";
    given.bootstrap = "one".getBytes(StandardCharsets.UTF_8);
    Step before = carrier.apply(desired());

    given.bootstrap = "two".getBytes(StandardCharsets.UTF_8);
    Step renewed = carrier.apply(desired());
    given.with(given.pool, "/spec/awsLaunchTemplate/instanceType", "\"m5.large\"");
    Step corrected = carrier.apply(desired());

    assertThat(renewed).isNotEqualTo(before);
    assertThat(renewed.attempt()).isEqualTo(before.attempt());
    assertThat(corrected.attempt()).isNotEqualTo(before.attempt());
  }

  private static Template template() {
    var mark = new Mark("d".repeat(64), "u".repeat(64), "r".repeat(32), "b".repeat(32));
    return new Template("lt-1", "workers", 3, Optional.of(mark), Map.of());
  }

  private AwsDesired desired() {
    return ((Resolution.Resolved<AwsDesired>)
            Resolver.resolve(given.inputs(), _ -> Optional.empty()))
        .desired();
  }
}
