package io.weir.manager.drain;

import com.fasterxml.jackson.databind.JsonNode;
import io.weir.api.ApiObject;
import io.weir.engine.audit.AuditEvent;
import io.weir.engine.drain.DrainLimits;
import io.weir.engine.drain.DrainRules;
import io.weir.engine.drain.DrainStep;
import io.weir.engine.drain.LeavingMark;
import io.weir.engine.noderef.WorkloadNode;
import io.weir.engine.pool.NameList;
import io.weir.kernel.kube.KubeException;
import io.weir.manager.workload.WorkloadClusterAccess;
import io.weir.manager.workload.WorkloadClusterState;
import io.weir.pass.NodeDrains.Drain;
import io.weir.pass.NodeDrains.Progress;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The drain of one Node, on a thread of its own. What it knows is how far it is, which the next
 * process finds out again; all that it does may be repeated.
 */
final class NodeDrain implements Runnable {

  private static final Logger LOG = LoggerFactory.getLogger(NodeDrain.class);
  private static final Duration AT_ONCE = Duration.ofSeconds(1);
  private static final int NAMED = 5;
  private static final DrainRulesState NO_RULES = new DrainRulesState.Known(DrainRules.NONE);

  private final WorkloadClusterAccess workloads;
  private final DrainRounds rounds;
  private final DrainPace pace;
  private final InstantSource clock;
  private final LongSupplier nanoTime;
  private final DrainingPool pool;
  private final DrainListener listener;
  private final Drain drain;
  private final AtomicInteger audited;
  private final DrainAudit audit;
  private final CountDownLatch stopped = new CountDownLatch(1);
  private volatile DrainTerms terms;
  private volatile Progress progress = new Progress(false, "");

  /** When the last Pod went, if it was seen. */
  private Optional<Instant> emptied = Optional.empty();

  private boolean occupied;
  private boolean outOfTime;

  /** What every drain of a manager shares. */
  record Shared(
      WorkloadClusterAccess workloads,
      DrainRounds rounds,
      DrainPace pace,
      InstantSource clock,
      LongSupplier nanoTime,
      Consumer<AuditEvent> audit) {}

  /**
   * One that has not begun.
   *
   * @param before what this one goes on with; absent if it is the first
   */
  NodeDrain(
      Shared shared,
      DrainingPool pool,
      DrainListener listener,
      Drain drain,
      DrainTerms terms,
      Optional<NodeDrain> before) {
    this.workloads = shared.workloads();
    this.rounds = shared.rounds();
    this.pace = shared.pace();
    this.clock = shared.clock();
    this.nanoTime = shared.nanoTime();
    this.pool = pool;
    this.listener = listener;
    this.drain = drain;
    this.audited =
        before
            .filter(other -> other.drain.since().equals(drain.since()))
            .map(other -> other.audited)
            .orElseGet(AtomicInteger::new);
    this.audit = new DrainAudit(shared.audit(), pool, drain.node(), audited);
    this.terms = terms;
  }

  /** What is known now. */
  Progress progress() {
    return progress;
  }

  /** Whether it is of the same Node, for the same reason. */
  boolean isOf(Drain other) {
    return drain.node().uid().equals(other.node().uid()) && drain.since().equals(other.since());
  }

  /** What the pool asks for may change meanwhile. */
  void setTerms(DrainTerms changed) {
    terms = changed;
  }

  /** Ends it after the request that is under way. */
  void stop() {
    stopped.countDown();
  }

  /** Whether its pool is gone, so that nobody asks for it any more. */
  boolean isAbandoned() {
    return !listener.exists(pool);
  }

  private boolean isStopped() {
    return stopped.getCount() == 0;
  }

  @Override
  public void run() {
    Duration pause = pace.first();
    try {
      while (!isStopped() && !isAbandoned()) {
        Progress now = rounds.inTurn(pool.cluster(), this::round);
        if (isStopped()) {
          return;
        }
        pause = now.equals(progress) ? longer(pause) : pace.first();
        tell(now);
        if (now.done() || stopped.await(pause.toMillis(), TimeUnit.MILLISECONDS)) {
          return;
        }
      }
    } catch (InterruptedException closing) {
      Thread.currentThread().interrupt();
    }
  }

  private Duration longer(Duration pause) {
    Duration twice = pause.multipliedBy(2);
    return twice.compareTo(pace.longest()) < 0 ? twice : pace.longest();
  }

  private void tell(Progress now) {
    if (now.equals(progress)) {
      return;
    }
    if (now.done()) {
      if (outOfTime) {
        listener.timedOut(pool.key(), drain.node().name(), now.message());
      } else {
        listener.drained(pool.key(), drain.node().name(), now.message());
      }
    }
    progress = now;
    listener.progressed(pool.key());
  }

  private Progress round() {
    if (isStopped()) {
      return progress;
    }
    try {
      return look(clock.instant());
    } catch (KubeException.Conflict changed) {
      return progress; // somebody wrote the Node meanwhile
    } catch (RoundBudget.SpentException slow) {
      return without(clock.instant(), String.valueOf(slow.getMessage()));
    } catch (KubeException failure) {
      return without(clock.instant(), String.valueOf(failure.getMessage()));
    } catch (RuntimeException bug) {
      LOG.warn("drain of Node {} of {} failed", drain.node().name(), pool.key(), bug);
      return without(clock.instant(), "failed: see the manager's log");
    }
  }

  private Progress look(Instant now) {
    if (!(workloads.state(pool.cluster()) instanceof WorkloadClusterState.Connected connected)
        || !connected.nodes().areWatched()) {
      return without(now, "the workload cluster cannot be reached");
    }
    Optional<WorkloadNode> found =
        connected
            .nodes()
            .byName(drain.node().name())
            .filter(node -> node.facts().uid().equals(drain.node().uid()));
    if (found.isEmpty()) {
      return new Progress(true, "the Node is gone");
    }
    ApiObject node = found.get().object();
    if (!LeavingMark.isSet(node)) {
      audit.nodeWritten(
          node, connected.client().edit(node, tree -> LeavingMark.set(tree, pool.key())));
      listener.started(pool.key(), node.name());
    }
    var occupants = new NodeOccupants(connected.client(), node.name(), new RoundBudget(nanoTime));
    return empty(occupants, terms.limits().with(node.annotations()), isUnreachable(node), now);
  }

  private Progress empty(
      NodeOccupants occupants, DrainLimits waits, boolean unreachable, Instant now) {
    if (waits.withoutDrain() && (waits.withoutVolumes() || unreachable)) {
      return new Progress(true, "not drained, as an annotation asks");
    }
    return switch (waits.withoutDrain() ? NO_RULES : terms.rules().get()) {
      case DrainRulesState.Unknown(String why) -> without(now, why);
      case DrainRulesState.Known(DrainRules rules) ->
          empty(occupants, rules, waits, unreachable, now);
    };
  }

  private Progress empty(
      NodeOccupants occupants,
      DrainRules rules,
      DrainLimits waits,
      boolean unreachable,
      Instant now) {
    DrainStep step = DrainStep.of(occupants.pods(rules), unreachable, now);
    boolean overdue = isOver(drain.since(), waits.drain(), now);
    if (!waits.withoutDrain() && !step.isDone() && !overdue) {
      occupied = true;
      Optional<Duration> grace = unreachable ? Optional.of(AT_ONCE) : Optional.empty();
      return new Progress(false, step.message(occupants.evict(step.evict(), grace, audit)));
    }
    if (!waits.withoutDrain() && !step.isDone()) {
      outOfTime = true;
    }
    if (emptied.isEmpty()) {
      emptied = Optional.of(volumesSince(waits, overdue, now));
    }
    String end = outOfTime ? timeOver("drain", waits.drain(), step.message(Map.of())) : "drained";
    return unreachable || waits.withoutVolumes()
        ? new Progress(true, end)
        : detach(occupants.volumes(step.skipped()), waits, end, now);
  }

  /** Of a drain whose end another process saw, nothing is known but when it was asked for. */
  private Instant volumesSince(DrainLimits waits, boolean overdue, Instant now) {
    if (overdue) {
      return drain.since().plus(waits.drain().orElse(Duration.ZERO));
    }
    return occupied ? now : drain.since();
  }

  private Progress detach(Set<String> volumes, DrainLimits waits, String end, Instant now) {
    if (volumes.isEmpty()) {
      return new Progress(true, end);
    }
    String left =
        "%d %s attached: %s"
            .formatted(
                volumes.size(),
                volumes.size() == 1 ? "volume" : "volumes",
                NameList.abbreviate(List.copyOf(volumes), NAMED));
    if (isOver(emptied.orElse(drain.since()), waits.volumes(), now)) {
      outOfTime = true;
      return new Progress(true, timeOver("volume detach", waits.volumes(), left));
    }
    return new Progress(false, left);
  }

  /** Where it cannot be learnt what is there, or may go, only the time is known. */
  private Progress without(Instant now, String trouble) {
    DrainLimits waits = terms.limits();
    if (waits.withoutDrain() && waits.withoutVolumes()) {
      return new Progress(true, "not drained, as an annotation asks");
    }
    Duration volumes =
        waits.withoutVolumes() ? Duration.ZERO : waits.volumes().orElse(Duration.ZERO);
    if (isOver(drain.since(), waits.drain().map(volumes::plus), now)) {
      outOfTime = true;
      return new Progress(true, timeOver("drain", waits.drain(), trouble));
    }
    return new Progress(false, trouble);
  }

  private static boolean isOver(Instant since, Optional<Duration> limit, Instant now) {
    return limit.filter(most -> !now.isBefore(since.plus(most))).isPresent();
  }

  private static String timeOver(String what, Optional<Duration> limit, String left) {
    return "the %s time of %d s is over: %s"
        .formatted(what, limit.orElse(Duration.ZERO).toSeconds(), left);
  }

  /** Whether its kubelet has not reported for a while. */
  private static boolean isUnreachable(ApiObject node) {
    for (JsonNode condition : node.at("/status/conditions")) {
      if (condition.path("type").asText().equals("Ready")) {
        return condition.path("status").asText().equals("Unknown");
      }
    }
    return false;
  }
}
