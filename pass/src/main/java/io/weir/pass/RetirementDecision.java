package io.weir.pass;

import static io.weir.api.ConditionMessages.HELD_BACK;

import io.weir.api.core.MachinePool;
import io.weir.engine.retire.Member;
import io.weir.engine.retire.Retirement;
import io.weir.engine.retire.RetirementState;
import io.weir.engine.retire.Retirements;
import io.weir.engine.rollout.PoolControl;
import io.weir.engine.rollout.PoolPlan;
import io.weir.engine.rollout.PoolPlanner;
import io.weir.engine.rollout.PoolView;
import io.weir.engine.rollout.RolloutAnnotations;
import io.weir.engine.rollout.RolloutProgress;
import io.weir.engine.rollout.RolloutStrategy;
import io.weir.pass.NodeDrains.Drain;
import io.weir.pass.NodeDrains.Progress;
import io.weir.provider.Actor;
import io.weir.provider.DesiredState;
import io.weir.provider.Instance;
import io.weir.provider.PoolInputs;
import io.weir.provider.PoolIntent;
import io.weir.provider.PoolNode;
import io.weir.provider.PoolTraits;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Who leaves a pool, decided once, on one look. */
final class RetirementDecision<D extends DesiredState> {

  /** So long a list of the cloud may show an instance as it was before the call that ended it. */
  private static final Duration REPETITION_AFTER = Duration.ofSeconds(15);

  private final Circumstances circumstances;
  private final Look<D> look;
  private final boolean rolls;
  private final PoolIntent.Roll roll;
  private final Instant now;

  /** By the ID of the instance. */
  private final Map<String, PoolMember> members;

  /**
   * What holds for all pools of a kind, now.
   *
   * @param hold why no machine may be ended
   */
  record Circumstances(
      PoolTraits traits,
      RequestedSizes requestedSizes,
      HeldAnswers heldAnswers,
      Optional<TerminationBrake.Hold> hold,
      Instant now) {}

  /**
   * What was observed of a pool, and what is wanted of it.
   *
   * @param asOf when the look at the cloud began
   * @param asked the size that the cloud has been asked for, by that look
   * @param members the instances, with their Nodes
   * @param keepsOutdated whether nobody replaces outdated instances, as the pool itself wants it
   */
  record Look<D extends DesiredState>(
      PassRun<D, ?> run,
      PoolInputs in,
      D target,
      Instant asOf,
      int asked,
      List<PoolMember> members,
      RolloutAnnotations wishes,
      boolean keepsOutdated) {}

  /**
   * A decision.
   *
   * @param rolls whether Weir replaces outdated machines
   * @param roll what is to become of a rollout by the cloud
   */
  RetirementDecision(
      Circumstances circumstances, Look<D> look, boolean rolls, PoolIntent.Roll roll) {
    this.circumstances = circumstances;
    this.look = look;
    this.rolls = rolls;
    this.roll = roll;
    this.now = circumstances.now();
    this.members =
        look.members().stream()
            .collect(Collectors.toMap(each -> each.instance().id(), Function.identity()));
  }

  /**
   * The plan.
   *
   * @param written who leaves, by the records of passes before
   * @param drains asked how far drains are that were decided before
   */
  RetirementPlan<D> plan(Retirements written, NodeDrains drains) {
    Map<String, Progress> progress = drains.progress();
    var assessment =
        new MemberAssessment(
            List.copyOf(members.values()),
            look.in().machinePool().as(MachinePool.class),
            look.run().subject().nodes().isKnown(),
            rolls || look.keepsOutdated(),
            look.wishes().drainsCloudTerminations(),
            circumstances.traits().drains() == Actor.WEIR
                && look.run().subject().drains().isPossible(),
            written,
            progress,
            now);
    List<Member> assessed = assessment.assess();
    var raisedAt =
        circumstances
            .requestedSizes()
            .raisedAt(look.run().pool().key(), look.run().pool().uid(), look.asked(), look.asOf())
            .plus(RequestedSizes.SETTLING);
    var chosen = PoolPlanner.plan(view(control(), assessed, written, raisedAt));
    // Whose Node has nothing to wait for, or is not there, goes at once.
    var plan = PoolPlanner.plan(view(control(), assessed, chosen.retirements(), raisedAt));
    Retirements retirements = plan.retirements();
    boolean sizes = control().sizes();
    HeldAnswers.Turn answers = answers(retirements);
    var restore = new TreeSet<String>(chosen.restore());
    restore.addAll(plan.restore());
    return new RetirementPlan<>(
        new PoolIntent.Converge<>(
            look.target(),
            sizes ? OptionalInt.of(plan.size()) : OptionalInt.empty(),
            leave(retirements),
            answers.due(),
            roll,
            changeSurge()),
        Optional.of(retirements),
        drains(retirements, restore),
        nodes(restore),
        held(assessed, written, raisedAt, retirements),
        new RetirementStatus(
            LeavingMessage.of(retirements, members.size(), nodeNames(), progress),
            rolls ? Optional.of(plan.progress()) : Optional.empty(),
            look.wishes().paused(),
            lookAgainIn(assessment, plan, raisedAt, answers)));
  }

  /** Told of those who would leave, or go on leaving, if they might be ended. */
  private Optional<HeldBack> held(
      List<Member> assessed, Retirements written, Instant raisedAt, Retirements retirements) {
    return circumstances
        .hold()
        .flatMap(
            why -> {
              var free = control().withoutBrake();
              Retirements wished =
                  PoolPlanner.plan(view(free, assessed, written, raisedAt)).retirements();
              long waiting =
                  wished.entries().keySet().stream()
                      .filter(id -> !isHeld(id))
                      .filter(
                          id ->
                              retirements
                                  .of(id)
                                  .filter(each -> each.state().isTerminating())
                                  .isEmpty())
                      .count();
              return waiting == 0
                  ? Optional.empty()
                  : Optional.of(
                      HeldBack.leaving(
                          Math.toIntExact(waiting), look.run().pool().toString(), why));
            });
  }

  private PoolView view(
      PoolControl control, List<Member> assessed, Retirements retirements, Instant raisedAt) {
    return new PoolView(
        look.run().pool().key().toString(),
        replicas(),
        strategy(),
        control,
        look.asked(),
        !look.asOf().isBefore(raisedAt),
        assessed,
        retirements,
        now);
  }

  private PoolControl control() {
    return new PoolControl(
        circumstances.traits().sizing() instanceof PoolTraits.Sizing.ByMachinePool
            && !look.in().hasExternallyManagedReplicas(),
        true,
        rolls,
        look.keepsOutdated(),
        look.wishes().paused(),
        circumstances.hold().map(why -> HELD_BACK + why.why()));
  }

  /** Where outdated ones stay, a change surges all the same: who is too many then, leaves. */
  private int changeSurge() {
    return look.keepsOutdated() && control().sizes() && !look.wishes().paused()
        ? strategy().surge(replicas())
        : 0;
  }

  private int replicas() {
    return look.target().desiredSize().orElse(look.in().replicas());
  }

  private RolloutStrategy strategy() {
    RolloutStrategy strategy = look.wishes().strategy();
    return look.target().largestSize().isPresent()
        ? strategy.withSurgeAtMost(
            Math.max(0, look.target().largestSize().getAsInt() - replicas()), replicas())
        : strategy;
  }

  private List<PoolIntent.Leave> leave(Retirements retirements) {
    var leave = new ArrayList<PoolIntent.Leave>();
    retirements
        .entries()
        .forEach(
            (id, retirement) -> {
              PoolMember member = members.get(id);
              if (member != null && isPending(retirement, member) && mayBeAsked(retirement)) {
                boolean shrink = retirement.state() == RetirementState.SHRINKING;
                leave.add(new PoolIntent.Leave(id, shrink, retirement.since()));
              }
            });
    return leave;
  }

  /** Whoever is drained is released; the others are made to wait on before their time is over. */
  private HeldAnswers.Turn answers(Retirements retirements) {
    Map<String, Boolean> waiting =
        members.keySet().stream()
            .filter(this::isHeld)
            .collect(Collectors.toMap(id -> id, id -> isReleased(retirements, id)));
    return circumstances.heldAnswers().turn(look.run().pool().key(), waiting, now);
  }

  private boolean isHeld(String id) {
    return look.wishes().drainsCloudTerminations()
        && Optional.ofNullable(members.get(id))
            .filter(member -> member.instance().state() == Instance.State.HELD)
            .isPresent();
  }

  private static boolean isReleased(Retirements retirements, String id) {
    return retirements
        .of(id)
        .filter(entry -> entry.state() == RetirementState.RELEASED)
        .isPresent();
  }

  private static boolean isPending(Retirement retirement, PoolMember member) {
    return retirement.state().isTerminating() && !member.instance().isEnding();
  }

  /** A repetition waits for a look that shows whether the call before took effect. */
  private boolean mayBeAsked(Retirement retirement) {
    return retirement.since().equals(now)
        || !look.asOf().isBefore(retirement.since().plus(REPETITION_AFTER));
  }

  private List<Drain> drains(Retirements retirements, Set<String> restore) {
    var drains = new ArrayList<Drain>();
    retirements
        .entries()
        .forEach(
            (id, retirement) -> {
              // Whom nothing may end keeps its Pods, too; whom the cloud ends loses them anyway.
              boolean ends = circumstances.hold().isEmpty() || isHeld(id);
              if (ends && !restore.contains(id)) {
                drain(id, retirement).ifPresent(drains::add);
              }
            });
    return drains;
  }

  private Optional<Drain> drain(String id, Retirement retirement) {
    return Optional.ofNullable(members.get(id))
        .filter(_ -> retirement.state() == RetirementState.DRAINING)
        .flatMap(PoolMember::node)
        .map(node -> new Drain(id, node, retirement.since()));
  }

  private List<PoolNode> nodes(Collection<String> instances) {
    return instances.stream()
        .map(members::get)
        .filter(Objects::nonNull)
        .flatMap(member -> member.node().stream())
        .toList();
  }

  private Map<String, String> nodeNames() {
    return members.values().stream()
        .filter(member -> member.node().isPresent())
        .collect(
            Collectors.toMap(
                member -> member.instance().id(), member -> member.node().get().name()));
  }

  /** What is written down has Nodes bring the next pass; nothing is while new ones come up. */
  private boolean awaitsNodes(PoolPlan plan) {
    boolean rolling =
        rolls
            && plan.progress().state() != RolloutProgress.State.SETTLED
            && plan.progress().state() != RolloutProgress.State.PAUSED;
    return (rolling || hasKeptSurge()) && plan.retirements().text().isEmpty();
  }

  private boolean hasKeptSurge() {
    return look.keepsOutdated()
        && control().sizes()
        && circumstances.hold().isEmpty()
        && members.values().stream()
                .map(PoolMember::instance)
                .filter(each -> !each.isEnding() && each.state() != Instance.State.IDLE)
                .count()
            > replicas();
  }

  /** Whoever is drained by then waits for nobody else any more. */
  private Optional<Instant> zoneWaitEnd(Retirements retirements) {
    return retirements.entries().values().stream()
        .filter(retirement -> retirement.state() == RetirementState.DRAINING)
        .map(retirement -> retirement.since().plus(PoolPlanner.ZONE_WAIT))
        .filter(now::isBefore)
        .min(Instant::compareTo);
  }

  private Optional<Duration> lookAgainIn(
      MemberAssessment assessment, PoolPlan plan, Instant raisedAt, HeldAnswers.Turn answers) {
    Retirements retirements = plan.retirements();
    boolean unfilled = members.size() < look.asked();
    boolean pending =
        retirements.entries().entrySet().stream()
            .anyMatch(
                entry ->
                    Optional.ofNullable(members.get(entry.getKey()))
                        .filter(member -> isPending(entry.getValue(), member))
                        .isPresent());
    return Stream.of(
            assessment.nextChange(),
            Optional.of(raisedAt).filter(_ -> unfilled),
            Optional.of(now.plus(REPETITION_AFTER)).filter(_ -> pending || awaitsNodes(plan)),
            Optional.of(retirements.backoff().nextAt()),
            zoneWaitEnd(retirements),
            answers.next())
        .flatMap(Optional::stream)
        .filter(now::isBefore)
        .min(Instant::compareTo)
        .map(at -> Duration.between(now, at));
  }
}
