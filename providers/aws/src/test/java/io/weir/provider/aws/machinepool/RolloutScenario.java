package io.weir.provider.aws.machinepool;

import io.weir.provider.Freshness;
import io.weir.provider.Instance;
import io.weir.provider.Observation;
import io.weir.provider.PlanContext;
import io.weir.provider.PlanStep;
import io.weir.provider.PoolIntent;
import io.weir.provider.ProviderAnnotations;
import io.weir.provider.ReportContext;
import io.weir.provider.ResolveResult;
import io.weir.provider.aws.PoolFixture;
import io.weir.provider.aws.group.GroupInstance;
import io.weir.provider.aws.group.ObservedGroup;
import io.weir.provider.aws.refresh.InstanceRefreshStep;
import io.weir.provider.aws.refresh.ObservedRefresh;
import io.weir.provider.aws.refresh.OwedRefresh;
import io.weir.provider.aws.refresh.RefreshObservation;
import io.weir.provider.aws.template.ObservedTemplate;
import io.weir.provider.aws.template.TemplateStep;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** A pool of three on a table: each turn shows what is seen, what is decided and what is told. */
final class RolloutScenario {

  final PoolFixture given = PoolFixture.pool("workers");
  private final List<Long> versions = new ArrayList<>(List.of(1L, 1L, 1L));
  private final List<ObservedRefresh> refreshes = new ArrayList<>();
  private final StringBuilder transcript = new StringBuilder();
  private List<Integer> targets = new ArrayList<>();
  private ObservedTemplate observedTemplate;
  private ProviderAnnotations providerAnnotations = ProviderAnnotations.NONE;
  private Instant now = Instant.EPOCH;
  private int turn;
  private int started;
  private boolean holding;
  private PoolIntent.Roll roll = PoolIntent.Roll.PROCEED;
  private final List<GroupInstance> held = new ArrayList<>();

  RolloutScenario() {
    given.with(given.machinePool, "/spec/replicas", "3");
    observedTemplate = version(1);
  }

  /** Another instance type is asked for. */
  RolloutScenario changeInstanceType(String type) {
    given.with(given.pool, "/spec/awsLaunchTemplate/instanceType", "\"" + type + "\"");
    return this;
  }

  /** The refresh ends without being done. */
  RolloutScenario refreshEnds(String status, String reason) {
    ObservedRefresh last = refreshes.removeFirst();
    refreshes.addFirst(
        new ObservedRefresh(last.id(), status, last.percent(), reason, Optional.of(now)));
    targets.clear();
    return this;
  }

  /** Somebody starts a refresh in AWS. */
  RolloutScenario startExternally() {
    var _ = start();
    return this;
  }

  /** Somebody replaces all instances, without a refresh. */
  RolloutScenario replaceAll() {
    versions.replaceAll(_ -> observedTemplate.latestVersion());
    return this;
  }

  /** Whether the pool has a note of a refresh. */
  boolean isOwed() {
    return OwedRefresh.readFrom(providerAnnotations).isPresent();
  }

  /** AWS lists the refreshes of the last weeks only. */
  RolloutScenario awsForgets() {
    refreshes.clear();
    targets.clear();
    return advance(Duration.ofDays(50));
  }

  /** A lifecycle hook keeps what is terminated until it is released. */
  RolloutScenario setHookHolding(boolean holds) {
    holding = holds;
    held.clear();
    return this;
  }

  /** The engine wants this to become of the roll from now on. */
  RolloutScenario setRoll(PoolIntent.Roll wanted) {
    roll = wanted;
    return this;
  }

  RolloutScenario advance(Duration time) {
    now = now.plus(time);
    return this;
  }

  /** Looks, decides, does, tells; then AWS goes on. */
  RolloutScenario runTurns(int count) {
    for (int i = 0; i < count; i++) {
      turn();
    }
    return this;
  }

  String transcript() {
    return transcript.toString();
  }

  private void turn() {
    String before = picture();
    var did = new ArrayList<String>();
    for (var steps = plan(); !steps.isEmpty(); steps = plan()) {
      PlanStep planStep = steps.getFirst();
      providerAnnotations = planStep.annotationsBefore(providerAnnotations, now);
      did.add(make(planStep));
      providerAnnotations = planStep.annotationsAfterSuccess(providerAnnotations);
    }
    var providerReport =
        new AwsReporter(
                new ReportContext<>(
                    given.identity(),
                    Optional.of(new ResolveResult.Resolved<>(want())),
                    seen(),
                    Optional.empty(),
                    false,
                    providerAnnotations))
            .report();
    providerAnnotations =
        providerAnnotations.with(
            OwedRefresh.ANNOTATION, providerReport.annotations().get(OwedRefresh.ANNOTATION));
    transcript.append(
        "%2d  %-16s %-34s %s%n"
            .formatted(
                ++turn,
                before,
                String.join(", ", did),
                providerReport
                    .conditions()
                    .getLast()
                    .message()
                    .replace(" of the launch template", ""))
            .replaceAll(" +\n", "\n"));
    goOn();
  }

  /** Of each instance, whether it is as it would be made now. */
  List<Freshness> freshness() {
    AwsObservedState state = seen().observedState().orElseThrow();
    return state.instances().stream().map(state.rollout(providerAnnotations)::freshness).toList();
  }

  private List<PlanStep> plan() {
    return new AwsPlanner()
        .plan(
            new PoolIntent.Converge<>(want(), List.of(), roll),
            new PlanContext<>(given.identity(), seen(), providerAnnotations));
  }

  private String make(PlanStep planStep) {
    return switch (planStep) {
      case TemplateStep.AddVersion _ -> {
        observedTemplate = version(observedTemplate.latestVersion() + 1);
        yield "add version " + observedTemplate.latestVersion();
      }
      case InstanceRefreshStep.StartRefresh _ -> "start " + start();
      case InstanceRefreshStep.CancelRefresh cancel -> {
        refreshEnds("Cancelled", "");
        yield "cancel " + cancel.refresh();
      }
      default -> throw new AssertionError(planStep);
    };
  }

  private String start() {
    String id = "r" + ++started;
    refreshes.addFirst(new ObservedRefresh(id, "InProgress", 0, "", Optional.empty()));
    targets = new ArrayList<>(List.of(0, 1, 2));
    return id;
  }

  /** One instance is replaced in a turn. */
  private void goOn() {
    now = now.plus(Duration.ofMinutes(1));
    if (refreshes.isEmpty() || !refreshes.getFirst().isActive()) {
      return;
    }
    if (!targets.isEmpty()) {
      int target = targets.removeFirst();
      if (holding) {
        held.add(member("i-old-" + target, Instance.State.TERMINATING, versions.get(target)));
      }
      versions.set(target, observedTemplate.latestVersion());
    }
    ObservedRefresh running = refreshes.removeFirst();
    int percent = (3 - targets.size()) * 100 / 3;
    String status = targets.isEmpty() ? "Successful" : "InProgress";
    refreshes.addFirst(new ObservedRefresh(running.id(), status, percent, "", Optional.of(now)));
  }

  private String picture() {
    return versions.stream().map(version -> "v" + version).collect(Collectors.joining(" "))
        + (refreshes.isEmpty() || !refreshes.getFirst().isActive()
            ? ""
            : " " + refreshes.getFirst().id());
  }

  private Observation<AwsObservedState> seen() {
    var want = want();
    var members = new ArrayList<GroupInstance>();
    for (int i = 0; i < versions.size(); i++) {
      members.add(member("i-" + i, Instance.State.RUNNING, versions.get(i)));
    }
    members.addAll(held);
    var observedGroup =
        new ObservedGroup(
            "workers",
            "arn:1",
            1,
            5,
            3,
            List.of("subnet-0"),
            Optional.of(new ObservedGroup.TemplateReference("lt-1", "workers", "$Latest")),
            null,
            false,
            300,
            300,
            "",
            want.group().tags().all(),
            members,
            Set.of());
    boolean inDetail = OwedRefresh.readFrom(providerAnnotations).isPresent();
    return new Observation.Present<>(
        new AwsObservedState(
            Optional.of(observedGroup),
            Optional.of(observedTemplate),
            inDetail ? new RefreshObservation.Read(refreshes) : new RefreshObservation.NotRead()),
        now);
  }

  private static GroupInstance member(String id, Instance.State state, long version) {
    return new GroupInstance(
        new Instance(id, "aws:///a/" + id, "a", state, Long.toString(version)),
        state != Instance.State.TERMINATING,
        "lt-1");
  }

  private ObservedTemplate version(long number) {
    var want = want();
    return new ObservedTemplate(
        "lt-1",
        "workers",
        number,
        Optional.of(want.template().fingerprint()),
        want.group().tags().all());
  }

  private AwsDesiredState want() {
    return ((ResolveResult.Resolved<AwsDesiredState>)
            AwsDesiredStateResolver.resolve(given.inputs(), _ -> Optional.empty()))
        .desired();
  }
}
