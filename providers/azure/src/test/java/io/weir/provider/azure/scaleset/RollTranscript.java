package io.weir.provider.azure.scaleset;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.Json;
import io.weir.engine.retire.Member;
import io.weir.engine.retire.MemberFreshness;
import io.weir.engine.retire.MemberHealth;
import io.weir.engine.retire.RemovalWish;
import io.weir.engine.retire.Retirement;
import io.weir.engine.retire.RetirementState;
import io.weir.engine.retire.Retirements;
import io.weir.engine.rollout.PoolControl;
import io.weir.engine.rollout.PoolPlan;
import io.weir.engine.rollout.PoolPlanner;
import io.weir.engine.rollout.PoolView;
import io.weir.engine.rollout.RolloutStrategy;
import io.weir.provider.Freshness;
import io.weir.provider.Instance;
import io.weir.provider.PlanStep;
import io.weir.provider.PoolIntent;
import io.weir.provider.RolloutPreferences;
import io.weir.provider.azure.machinepool.PoolFixture;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * A rollout minute by minute: the engine decides who leaves a scale set and how large it is, the
 * planner of scale sets says by which writes, and an Azure in memory carries them out. Upstream's
 * provider has a set of its own, to which the same happens.
 */
final class RollTranscript {

  private static final Instant BEGIN = Instant.parse("2026-03-01T10:00:00Z");
  private static final int WRITES_AT_MOST = 15;

  /** A story that has not ended by then has no end. */
  private static final int LONGEST = 12;

  private final RollStory story;
  private final PoolFixture pool;
  private final TestScaleSet set = new TestScaleSet();
  private final UpstreamRoll upstream;
  private final Map<String, Integer> made = new TreeMap<>();
  private final Set<String> failed = new HashSet<>();
  private final Set<String> neverJoin = new HashSet<>();
  private Retirements retirements = Retirements.NONE;
  private int replicas;
  private int drainMinutes = 1;
  private int raisedAt = -1;
  private int minute;

  RollTranscript(RollStory story) {
    this.story = story;
    pool = story.pool();
    replicas = story.replicas();
    upstream = new UpstreamRoll(story, BEGIN);
    set.apart = Duration.ofMillis(1);
    set.time = BEGIN.minus(Duration.ofHours(1));
    set.converge(pool.desired());
    set.seen().members().forEach(each -> made.put(each.id(), -100));
  }

  static JsonNode json(String text) {
    try {
      return Json.MAPPER.readTree(text);
    } catch (JsonProcessingException malformed) {
      throw new AssertionError(text, malformed);
    }
  }

  /** People ask for another image. */
  void changeImage() {
    pool.withTemplate("{\"image\": {\"id\": \"/images/%d\"}}".formatted(minute));
    upstream.change(true);
  }

  /** People ask for another VM size. */
  void changeSize() {
    pool.withTemplate("{\"vmSize\": \"Standard_D8s_v5\"}");
    upstream.change(false);
  }

  /** Draining takes so long, with both. */
  void drainsFor(int minutes) {
    drainMinutes = minutes;
    upstream.drainMinutes = minutes;
  }

  /** People ask for another number. */
  void scale(int to) {
    replicas = to;
    pool.withReplicas(to);
    upstream.replicas = to;
  }

  /** Azure calls a machine failed, of both. */
  void fail(int index) {
    failed.add(set.seen().members().get(index).id());
    upstream.fail(index);
  }

  /** A machine has never joined, of both. */
  void neverJoins(int index) {
    neverJoin.add(set.seen().members().get(index).id());
    upstream.neverJoins(index);
  }

  /** Until nothing has happened for a while, and the last event is over. */
  String tell() {
    var lines = new ArrayList<String>();
    int last = story.events().keySet().stream().max(Integer::compare).orElse(0);
    String before = "";
    int unchanged = 0;
    for (minute = 0; minute <= last || unchanged < 5; minute++) {
      boolean event = story.events().containsKey(minute);
      if (event) {
        story.events().get(minute).accept(this);
      }
      String line = "%-76s | %s".formatted(pass(), upstream.pass(minute));
      unchanged = line.equals(before) && !event ? unchanged + 1 : 0;
      if (unchanged == 0) {
        lines.add("%3d  %s".formatted(minute, line).stripTrailing());
      }
      before = line;
      if (minute > last + LONGEST) {
        lines.add("and so on");
        break;
      }
    }
    return """
    %s
    %s mode, spec.strategy %s%s
    Minute; the size that Azure is asked for, how many are ready (of those, how many serve: who drains does not), what is done.

         %-76s | upstream
    %s
    """
        .formatted(
            story.about(),
            story.flexible() ? "Flexible" : "Uniform",
            story.strategy() == null ? "none" : story.strategy().strip(),
            story.keepsOutdated() ? ", gate SkipMachinePoolModelReconciliation on" : "",
            "here",
            String.join("\n", lines));
  }

  private Instant now() {
    return BEGIN.plus(Duration.ofMinutes(minute));
  }

  private String pass() {
    set.time = now();
    showStates();
    DesiredScaleSet want = pool.desired();
    int capacityBefore = set.seen().capacity();
    Retirements before = retirements;
    PoolPlan chosen = PoolPlanner.plan(view(want, before));
    PoolPlan plan = PoolPlanner.plan(view(want, chosen.retirements()));
    retirements = plan.retirements();
    checkFloor(want, before);
    long ready = count(false);
    long serving = count(true);
    int there = set.seen().members().size();
    String writes = carryOut(intent(want, plan));
    set.seen().members().forEach(each -> made.putIfAbsent(each.id(), minute));
    int capacity = set.seen().capacity();
    if (capacity > capacityBefore) {
      raisedAt = minute;
    }
    int most = replicas + Math.max(story.surge(), 0);
    assertThat(capacity).as(story.name()).isLessThanOrEqualTo(Math.max(most, capacityBefore));
    return "%d, %d of %d ready, %d serve%s"
        .formatted(capacity, ready, there, serving, writes.isEmpty() ? "" : "; " + writes);
  }

  /** A machine that serves is chosen only where enough others do. */
  private void checkFloor(DesiredScaleSet want, Retirements before) {
    boolean choosesOneThatServes =
        set.seen().members().stream()
            .map(ScaleSetInstance::id)
            .filter(this::isReady)
            .anyMatch(id -> retirements.of(id).isPresent() && before.of(id).isEmpty());
    if (choosesOneThatServes) {
      int unavailable =
          (story.surge() == 0 && story.unavailable() == 0) || want.externallySized()
              ? Math.max(1, story.unavailable())
              : story.unavailable();
      assertThat(count(true))
          .as(story.name() + ", minute " + minute)
          .isGreaterThanOrEqualTo(Math.max(0, replicas - unavailable));
    }
  }

  private long count(boolean servingOnly) {
    return set.seen().members().stream()
        .map(ScaleSetInstance::id)
        .filter(this::isReady)
        .filter(id -> !servingOnly || retirements.of(id).isEmpty())
        .count();
  }

  private boolean isReady(String id) {
    return !failed.contains(id) && !neverJoin.contains(id) && minute - made.get(id) >= 2;
  }

  private void showStates() {
    for (ObjectNode each : set.instances()) {
      String id = each.path("instanceId").asText(each.path("name").asText());
      String state =
          failed.contains(id) ? "Failed" : made.get(id) < minute ? "Succeeded" : "Creating";
      ((ObjectNode) each.path("properties")).put("provisioningState", state);
    }
  }

  private PoolView view(DesiredScaleSet want, Retirements written) {
    RolloutPreferences own = want.rolloutPreferences();
    ObservedScaleSet seen = set.seen();
    return new PoolView(
        "team/pool-a",
        want.desiredSize().orElse(replicas),
        RolloutStrategy.DEFAULT.with(own.maxSurge(), own.maxUnavailable(), own.deletePolicy()),
        new PoolControl(
            !want.externallySized(),
            true,
            !own.keepsOutdated(),
            own.keepsOutdated(),
            false,
            Optional.empty()),
        seen.capacity(),
        minute > raisedAt,
        seen.instances().stream().map(each -> member(seen, each, written)).toList(),
        written,
        now());
  }

  private Member member(ObservedScaleSet seen, Instance instance, Retirements written) {
    boolean drained =
        written
            .of(instance.id())
            .filter(each -> !now().isBefore(each.since().plus(Duration.ofMinutes(drainMinutes))))
            .isPresent();
    return new Member(
        instance.id(),
        instance.zone(),
        instance.created(),
        isReady(instance.id()) ? MemberHealth.READY : MemberHealth.NOT_READY,
        instance.state() == Instance.State.FAILED,
        freshness(seen.freshness(instance)),
        RemovalWish.NONE,
        written.of(instance.id()).isPresent(),
        drained || !isReady(instance.id()));
  }

  private static MemberFreshness freshness(Freshness freshness) {
    return switch (freshness) {
      case CURRENT -> MemberFreshness.CURRENT;
      case OUTDATED -> MemberFreshness.OUTDATED;
      case UNKNOWN -> MemberFreshness.UNKNOWN;
    };
  }

  private PoolIntent.Converge<DesiredScaleSet> intent(DesiredScaleSet want, PoolPlan plan) {
    List<PoolIntent.Leave> leave =
        retirements.entries().entrySet().stream()
            .filter(entry -> entry.getValue().state().isTerminating())
            .map(
                entry ->
                    new PoolIntent.Leave(
                        entry.getKey(),
                        entry.getValue().state() == RetirementState.SHRINKING,
                        entry.getValue().since()))
            .toList();
    return new PoolIntent.Converge<>(
        want,
        want.externallySized() ? OptionalInt.empty() : OptionalInt.of(plan.size()),
        leave,
        List.of(),
        PoolIntent.Roll.CANCEL,
        want.rolloutPreferences().keepsOutdated() ? story.surge() : 0);
  }

  /** As in a pass: the first step, and a new plan after each. */
  private String carryOut(PoolIntent.Converge<DesiredScaleSet> intent) {
    var done = new ArrayList<String>();
    String drains =
        retirements.entries().entrySet().stream()
            .filter(entry -> entry.getValue().state() == RetirementState.DRAINING)
            .filter(entry -> begins(entry.getValue()))
            .map(Map.Entry::getKey)
            .collect(Collectors.joining(" "));
    if (!drains.isEmpty()) {
      done.add("drains " + drains);
    }
    for (int i = 0; i < WRITES_AT_MOST; i++) {
      List<PlanStep> steps = set.plan(intent);
      if (steps.isEmpty()) {
        return String.join(", ", done);
      }
      set.apply(steps.getFirst());
      done.add(word((ScaleSetStep) steps.getFirst()));
    }
    throw new AssertionError("a plan that does not settle: " + done);
  }

  private boolean begins(Retirement retirement) {
    return retirement.since().equals(now());
  }

  private static String word(ScaleSetStep step) {
    return switch (step) {
      case ScaleSetStep.DeleteInstances delete -> "deletes " + String.join(" ", delete.ids());
      case ScaleSetStep.SetCapacity size -> "size " + size.capacity();
      case ScaleSetStep.UpdateModel model ->
          model.capacity().isPresent() ? "model with size " + model.capacity().getAsInt() : "model";
      default -> step.description();
    };
  }
}
