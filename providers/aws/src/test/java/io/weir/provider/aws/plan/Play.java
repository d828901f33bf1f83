package io.weir.provider.aws.plan;

import io.weir.provider.Instance;
import io.weir.provider.Intent;
import io.weir.provider.Notes;
import io.weir.provider.Observation;
import io.weir.provider.Progress;
import io.weir.provider.Resolution;
import io.weir.provider.Situation;
import io.weir.provider.Step;
import io.weir.provider.aws.Given;
import io.weir.provider.aws.desired.AwsDesired;
import io.weir.provider.aws.desired.Resolver;
import io.weir.provider.aws.observed.AwsObserved;
import io.weir.provider.aws.observed.Group;
import io.weir.provider.aws.observed.Refresh;
import io.weir.provider.aws.observed.Refreshes;
import io.weir.provider.aws.observed.Template;
import io.weir.provider.aws.report.Reporter;
import io.weir.provider.aws.roll.Owed;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** A pool of three on a table: each turn shows what is seen, what is decided and what is told. */
final class Play {

  final Given given = Given.pool("workers");
  private final List<Long> versions = new ArrayList<>(List.of(1L, 1L, 1L));
  private final List<Refresh> refreshes = new ArrayList<>();
  private final StringBuilder transcript = new StringBuilder();
  private List<Integer> targets = new ArrayList<>();
  private Template template;
  private Notes notes = Notes.NONE;
  private Instant now = Instant.EPOCH;
  private int turn;
  private int started;
  private boolean holding;
  private final List<Group.Member> held = new ArrayList<>();

  Play() {
    given.with(given.machinePool, "/spec/replicas", "3");
    template = version(1);
  }

  /** Another instance type is asked for. */
  Play retype(String type) {
    given.with(given.pool, "/spec/awsLaunchTemplate/instanceType", "\"" + type + "\"");
    return this;
  }

  /** The refresh ends without being done. */
  Play refreshEnds(String status, String reason) {
    Refresh last = refreshes.removeFirst();
    refreshes.addFirst(new Refresh(last.id(), status, last.percent(), reason, Optional.of(now)));
    targets.clear();
    return this;
  }

  /** AWS lists the refreshes of the last weeks only. */
  Play awsForgets() {
    refreshes.clear();
    targets.clear();
    return pass(Duration.ofDays(50));
  }

  /** A lifecycle hook keeps what is terminated until it is released. */
  Play hookHolds(boolean holds) {
    holding = holds;
    held.clear();
    return this;
  }

  Play pass(Duration time) {
    now = now.plus(time);
    return this;
  }

  /** Looks, decides, does, tells; then AWS goes on. */
  Play turns(int count) {
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
      Step step = steps.getFirst();
      notes = step.before(notes, now);
      did.add(make(step));
      notes = step.after(notes);
    }
    var report =
        new Reporter(
                given.object(),
                new Progress<>(
                    Optional.of(new Resolution.Resolved<>(want())),
                    seen(),
                    Optional.empty(),
                    false,
                    notes))
            .report();
    notes = notes.with(Owed.NOTE, report.annotations().get(Owed.NOTE));
    transcript.append(
        "%2d  %-16s %-34s %s%n"
            .formatted(
                ++turn,
                before,
                String.join(", ", did),
                report.conditions().getLast().message().replace(" of the launch template", ""))
            .replaceAll(" +\n", "\n"));
    goOn();
  }

  private List<Step> plan() {
    return Planner.plan(
        new Intent.Converge<>(want()), new Situation<>(given.poolName(), seen(), notes));
  }

  private String make(Step step) {
    return switch ((AwsStep) step) {
      case TemplateStep.AddVersion _ -> {
        template = version(template.latest() + 1);
        yield "add version " + template.latest();
      }
      case RefreshStep.StartRefresh _ -> {
        String id = "r" + ++started;
        refreshes.addFirst(new Refresh(id, "InProgress", 0, "", Optional.empty()));
        targets = new ArrayList<>(List.of(0, 1, 2));
        yield "start " + id;
      }
      case RefreshStep.CancelRefresh cancel -> {
        refreshEnds("Cancelled", "");
        yield "cancel " + cancel.refresh();
      }
      default -> throw new AssertionError(step);
    };
  }

  /** One instance is replaced in a turn. */
  private void goOn() {
    now = now.plus(Duration.ofMinutes(1));
    if (refreshes.isEmpty() || !refreshes.getFirst().active()) {
      return;
    }
    if (!targets.isEmpty()) {
      int target = targets.removeFirst();
      if (holding) {
        held.add(member("i-old-" + target, Instance.State.LEAVING, versions.get(target)));
      }
      versions.set(target, template.latest());
    }
    Refresh running = refreshes.removeFirst();
    int percent = (3 - targets.size()) * 100 / 3;
    String status = targets.isEmpty() ? "Successful" : "InProgress";
    refreshes.addFirst(new Refresh(running.id(), status, percent, "", Optional.of(now)));
  }

  private String picture() {
    return versions.stream().map(version -> "v" + version).collect(Collectors.joining(" "))
        + (refreshes.isEmpty() || !refreshes.getFirst().active()
            ? ""
            : " " + refreshes.getFirst().id());
  }

  private Observation<AwsObserved> seen() {
    var want = want();
    var members = new ArrayList<Group.Member>();
    for (int i = 0; i < versions.size(); i++) {
      members.add(member("i-" + i, Instance.State.RUNNING, versions.get(i)));
    }
    members.addAll(held);
    var group =
        new Group(
            "workers",
            "arn:1",
            1,
            5,
            3,
            List.of("subnet-0"),
            Optional.of(new Group.TemplateReference("lt-1", "workers", "$Latest")),
            null,
            false,
            300,
            300,
            "",
            want.tags(),
            members,
            Set.of());
    boolean closely = Owed.in(notes).isPresent();
    return new Observation.Seen<>(
        new AwsObserved(
            Optional.of(group),
            Optional.of(template),
            Optional.empty(),
            closely ? new Refreshes.Read(refreshes) : new Refreshes.NotRead(),
            Optional.empty()),
        now);
  }

  private static Group.Member member(String id, Instance.State state, long version) {
    return new Group.Member(
        new Instance(id, "aws:///a/" + id, "a", state, Long.toString(version)),
        state != Instance.State.LEAVING,
        "lt-1");
  }

  private Template version(long number) {
    var want = want();
    return new Template("lt-1", "workers", number, Optional.of(want.mark()), want.tags());
  }

  private AwsDesired want() {
    return ((Resolution.Resolved<AwsDesired>)
            Resolver.resolve(given.inputs(), _ -> Optional.empty()))
        .desired();
  }
}
