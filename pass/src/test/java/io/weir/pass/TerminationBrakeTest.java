package io.weir.pass;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.pass.TestPoolProvider.TestDesiredState;
import io.weir.pass.TestPoolProvider.TestObservedState;
import io.weir.pass.TestPoolProvider.TestScaleIn;
import io.weir.pass.TestPoolProvider.TestStep;
import io.weir.provider.CloudScope;
import io.weir.provider.ProviderException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class TerminationBrakeTest {

  private final TestWorld world = new TestWorld();
  private final TestPoolProvider provider = world.provider;
  private final List<String> asked = new ArrayList<>();
  private final List<String> counted = new ArrayList<>();
  private Optional<TerminationBrake.Hold> hold =
      Optional.of(new TerminationBrake.Hold("people say so", Duration.ofMinutes(1)));

  TerminationBrakeTest() {
    world.brake =
        new TerminationBrake() {
          @Override
          public Optional<Hold> hold(CloudScope cloudScope, int instances) {
            asked.add(cloudScope.region() + " " + instances);
            return hold;
          }

          @Override
          public void ended(CloudScope cloudScope, int instances) {
            counted.add(cloudScope.region() + " " + instances);
          }
        };
  }

  @Test
  void holdsBackWhatEndsInstancesAndSaysSo() {
    provider.plan.add(new TestScaleIn("shrink", 2, false));

    var acted = acted(world.converge());

    assertThat(provider.applied).isEmpty();
    assertThat(acted.report().blocker().orElseThrow().message())
        .isEqualTo("cannot shrink: held back: people say so");
    assertThat(acted.next()).isEqualTo(new NextPass.After(Duration.ofMinutes(1)));
    assertThat(asked).containsOnly("here 2");
    assertThat(counted).isEmpty();
    assertThat(world.warnings).isEmpty();
  }

  @Test
  void letsWhatComesAfterAStepThatCanBeSkippedGoOn() {
    provider.plan.add(new TestScaleIn("shrink", 2, true));
    provider.plan.add(new TestStep("tag", false));

    var acted = acted(world.converge());

    assertThat(provider.applied).containsExactly("tag");
    assertThat(acted.report().blocker()).isPresent();
  }

  @Test
  void isNotAskedAboutWhatEndsNothing() {
    provider.plan.add(new TestStep("grow", false));

    var acted = acted(world.converge());

    assertThat(provider.applied).containsExactly("grow");
    assertThat(acted.failure()).isEmpty();
    assertThat(asked).isEmpty();
    assertThat(counted).isEmpty();
  }

  @Test
  void holdsBackADeletion() {
    var _ = world.converge();
    provider.plan.add(new TestScaleIn("delete", 3, false));

    var acted = acted(world.delete(true));

    assertThat(provider.applied).isEmpty();
    assertThat(acted.report().blocker().orElseThrow().message())
        .isEqualTo("cannot delete: held back: people say so");
  }

  @Test
  void isReleasedByTheNextPassAndToldWhatWasEnded() {
    provider.plan.add(new TestScaleIn("shrink", 2, false));
    var _ = world.converge();
    hold = Optional.empty();

    var acted = acted(world.converge());

    assertThat(provider.applied).containsExactly("shrink");
    assertThat(acted.failure()).isEmpty();
    assertThat(counted).containsExactly("here 2");
  }

  @Test
  void isToldOfWhatMayHaveBeenEndedAndNotOfWhatWasRefused() {
    hold = Optional.empty();
    provider.plan.add(new TestScaleIn("shrink", 2, false));
    provider.failure = Optional.of(new ProviderException.Denied("no", null));
    var _ = world.converge();
    assertThat(counted).isEmpty();

    provider.failure = Optional.of(new ProviderException.Ambiguous("no answer", null));
    var _ = world.converge();

    assertThat(counted).containsExactly("here 2");
  }

  private static PassOutcome.Acted<TestDesiredState, TestObservedState> acted(
      PassOutcome<TestDesiredState, TestObservedState> outcome) {
    assertThat(outcome).isInstanceOf(PassOutcome.Acted.class);
    return (PassOutcome.Acted<TestDesiredState, TestObservedState>) outcome;
  }
}
