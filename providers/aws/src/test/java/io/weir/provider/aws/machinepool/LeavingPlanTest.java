package io.weir.provider.aws.machinepool;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.provider.Instance;
import io.weir.provider.Observation;
import io.weir.provider.PlanContext;
import io.weir.provider.PlanStep;
import io.weir.provider.PoolIntent;
import io.weir.provider.ProviderAnnotations;
import io.weir.provider.ResolveResult;
import io.weir.provider.aws.PoolFixture;
import io.weir.provider.aws.group.GroupInstance;
import io.weir.provider.aws.group.GroupStep;
import io.weir.provider.aws.group.ObservedGroup;
import io.weir.provider.aws.template.ObservedTemplate;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** What is planned where Weir has picked who goes, and says how many are to be asked for. */
class LeavingPlanTest {

  private static final Instant NOW = Instant.EPOCH;
  private static final Instant DECIDED = NOW.minusSeconds(60);

  private final PoolFixture pool = PoolFixture.pool("workers");

  @BeforeEach
  void three() {
    pool.with(pool.machinePool, "/spec/replicas", "3");
  }

  @Nested
  class Ends {
    @Test
    void areOneStepForEachWhoLeaves() {
      assertThat(plan(3, List.of(leave("i-1", true), leave("i-2", false)), group(3, running(3))))
          .containsExactly(
              new GroupStep.TerminateInstance(
                  "workers",
                  "i-1",
                  true,
                  DECIDED,
                  "it is to leave, and the size of 3 falls with it"),
              new GroupStep.TerminateInstance(
                  "workers",
                  "i-2",
                  false,
                  DECIDED,
                  "it is to leave, and another takes its place at a size of 3"));
    }

    @Test
    void areTheSameWriteOnEachLookAndDoNotHoldUpOthers() {
      PlanStep first = plan(3, List.of(leave("i-1", true)), group(3, running(3))).getFirst();
      PlanStep later = plan(4, List.of(leave("i-1", true)), group(4, running(4))).getFirst();

      assertThat(later.goalKey()).isEqualTo(first.goalKey());
      assertThat(later.decidedAt()).contains(DECIDED).isEqualTo(first.decidedAt());
      assertThat(first.canBeSkipped()).isTrue();
      assertThat(first.deletes()).isTrue();
    }

    @Test
    void areNotPlannedOfThoseOnTheirWayOutNorOfStrangers() {
      var members =
          List.of(member("i-1", Instance.State.TERMINATING, false), running("i-2"), running("i-3"));

      assertThat(plan(3, List.of(leave("i-1", false), leave("i-9", false)), group(3, members)))
          .isEmpty();
    }

    @Test
    void ofOneInStandbyLeaveTheSizeAndOneInAWarmPoolCannotEnd() {
      var members =
          List.of(
              member("i-1", Instance.State.RUNNING, false),
              member("i-2", Instance.State.IDLE, false),
              member("i-3", Instance.State.STARTING, false),
              running("i-4"));
      var all = Stream.of("i-1", "i-2", "i-3").map(id -> leave(id, true)).toList();

      assertThat(plan(3, all, group(3, members)))
          .containsExactly(
              new GroupStep.TerminateInstance(
                  "workers",
                  "i-1",
                  false,
                  DECIDED,
                  "it is to leave, and does not count towards the size of 3"));
    }

    @Test
    void waitForALowerMinimumThatDoesNotSendASize() {
      pool.with(pool.machinePool, "/spec/replicas", "2");
      var group = group(3, 3, 10, running(3));

      var steps = plan(3, List.of(leave("i-1", true)), group);

      assertThat(steps)
          .extracting(PlanStep::description)
          .containsExactly(
              "update Auto Scaling group workers",
              "terminate instance i-1 of Auto Scaling group workers");
      GroupStep.UpdateGroup update = (GroupStep.UpdateGroup) steps.getFirst();
      assertThat(update.want().settings().min()).isEqualTo(1);
      assertThat(update.want().settings().capacity()).isNull();
    }
  }

  @Nested
  class Sizes {
    @Test
    void areTold() {
      pool.with(pool.machinePool, "/spec/replicas", "9");

      assertThat(want().desiredSize()).hasValue(5);
      assertThat(want().largestSize()).hasValue(5);
      assertThat(state(group(4, running(3))).requestedSize()).hasValue(4);
      assertThat(AwsObservedState.ABSENT.requestedSize()).isEmpty();
    }

    @Test
    void areRaisedWhateverTheMachinePoolSays() {
      assertThat(capacity(plan(4, List.of(), group(3, running(3))))).isEqualTo(4);
    }

    @Test
    void areNotRaisedBeyondTheMaximum() {
      assertThat(capacity(plan(9, List.of(), group(3, running(3))))).isEqualTo(5);
    }

    @Test
    void areNotTakenBackWhileThoseEndWithWhomTheyFell() {
      var leaving = List.of(leave("i-1", true), leave("i-2", true));
      var one = List.of(member("i-1", Instance.State.TERMINATING, false), running("i-2"));

      assertThat(plan(3, leaving, group(2, one)))
          .extracting(PlanStep::description)
          .containsExactly("terminate instance i-2 of Auto Scaling group workers");
      assertThat(plan(3, List.of(leave("i-9", true)), group(2, running(2)))).isEmpty();
      assertThat(capacity(plan(4, List.of(leave("i-9", true)), group(2, running(2))))).isEqualTo(3);
    }

    @Test
    void areLoweredOnlyAsFarAsNoInstanceFillsThem() {
      assertThat(capacity(plan(3, List.of(), group(5, running(2))))).isEqualTo(3);
      assertThat(capacity(plan(3, List.of(), group(5, running(4))))).isEqualTo(4);
      assertThat(plan(3, List.of(), group(5, running(5)))).isEmpty();
    }

    @Test
    void aboveALoweredMaximumFallWithThoseWhoLeave() {
      var above = group(7, 1, 10, running(7));
      var within = group(5, 1, 10, running(5));

      assertThat(plan(7, List.of(leave("i-1", true)), above))
          .extracting(PlanStep::description)
          .containsExactly("terminate instance i-1 of Auto Scaling group workers");
      assertThat(plan(5, List.of(), within))
          .extracting(PlanStep::reason)
          .containsExactly("maxSize is 10 instead of 5");
    }

    @Test
    void thatAreAbsentAreThoseOfTheMachinePool() {
      assertThat(capacity(plan(new PoolIntent.Converge<>(want()), group(5, running(5)))))
          .isEqualTo(3);
    }

    @Test
    void thatSomebodyElseManagesAreLeftAlone() {
      pool.with(
          pool.machinePool,
          "/metadata/annotations",
          "{\"cluster.x-k8s.io/replicas-managed-by\": \"external-autoscaler\"}");

      assertThat(want().desiredSize()).isEmpty();
      assertThat(plan(2, List.of(), group(4, running(4)))).isEmpty();
    }

    private static int capacity(List<PlanStep> steps) {
      assertThat(steps).hasSize(1);
      Integer capacity = ((GroupStep.UpdateGroup) steps.getFirst()).want().settings().capacity();
      assertThat(capacity).isNotNull();
      return capacity;
    }
  }

  private List<PlanStep> plan(int size, List<PoolIntent.Leave> leave, ObservedGroup group) {
    return plan(
        new PoolIntent.Converge<>(want(), OptionalInt.of(size), leave, PoolIntent.Roll.CANCEL),
        group);
  }

  private List<PlanStep> plan(PoolIntent.Converge<AwsDesiredState> intent, ObservedGroup group) {
    return new AwsPlanner()
        .plan(
            intent,
            new PlanContext<>(
                pool.identity(),
                new Observation.Present<>(state(group), NOW),
                ProviderAnnotations.NONE));
  }

  private AwsObservedState state(ObservedGroup group) {
    var template =
        new ObservedTemplate(
            "lt-1",
            "workers",
            3,
            Optional.of(want().template().fingerprint()),
            want().group().tags().all());
    return new AwsObservedState(Optional.of(group), Optional.of(template));
  }

  private ObservedGroup group(int desired, List<GroupInstance> members) {
    return group(desired, 1, 5, members);
  }

  private ObservedGroup group(int desired, int min, int max, List<GroupInstance> members) {
    return new ObservedGroup(
        "workers",
        "arn:1",
        min,
        max,
        desired,
        List.of("subnet-0"),
        Optional.of(new ObservedGroup.TemplateReference("lt-1", "workers", "$Latest")),
        null,
        false,
        300,
        300,
        "",
        Map.copyOf(want().group().tags().all()),
        members,
        Set.of());
  }

  private static List<GroupInstance> running(int count) {
    return IntStream.rangeClosed(1, count).mapToObj(number -> running("i-" + number)).toList();
  }

  private static GroupInstance running(String id) {
    return member(id, Instance.State.RUNNING, true);
  }

  private static GroupInstance member(String id, Instance.State state, boolean counts) {
    return new GroupInstance(new Instance(id, "aws:///a/" + id, "a", state, "3"), counts, "lt-1");
  }

  private static PoolIntent.Leave leave(String id, boolean shrink) {
    return new PoolIntent.Leave(id, shrink, DECIDED);
  }

  private AwsDesiredState want() {
    return ((ResolveResult.Resolved<AwsDesiredState>)
            AwsDesiredStateResolver.resolve(pool.inputs(), _ -> Optional.empty()))
        .desired();
  }
}
