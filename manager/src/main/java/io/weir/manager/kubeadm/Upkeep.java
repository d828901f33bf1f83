package io.weir.manager.kubeadm;

import io.weir.api.ApiObject;
import io.weir.bootstrap.config.DataSecret;
import io.weir.bootstrap.config.Leaving;
import io.weir.bootstrap.config.Problem;
import io.weir.bootstrap.config.Problem.Kind;
import io.weir.bootstrap.config.Situation;
import io.weir.bootstrap.token.HeldToken;
import io.weir.bootstrap.token.SeenToken;
import io.weir.bootstrap.token.TokenOwner;
import io.weir.bootstrap.token.TokenPlan;
import io.weir.bootstrap.token.TokenPlanner;
import io.weir.kernel.work.Requeue;
import io.weir.manager.workload.WorkloadView.Connected;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** Keeps tokens valid whose data stays as it is. */
final class Upkeep {

  /** Between two looks. */
  static final Duration SHORTEST_WAIT = Duration.ofSeconds(1);

  /** Pauses between passes while somebody else must act, of whom no event tells. */
  private static final Duration FIRST_PAUSE = Duration.ofSeconds(5);

  private static final Duration LONGEST_PAUSE = Duration.ofMinutes(5);

  private final KubeadmConfigController.Parts parts;

  Upkeep(KubeadmConfigController.Parts parts) {
    this.parts = parts;
  }

  /**
   * The token of data that cannot or may not be written anew is kept valid: machines still start
   * with it, as a cloud that scales by itself knows of no pause.
   */
  Requeue keep(ApiObject config, ApiObject cluster, Optional<ApiObject> data) {
    Optional<HeldToken> held = data.flatMap(DataSecret::token);
    if (held.isEmpty() || !(parts.workloads().view(cluster.key()) instanceof Connected workload)) {
      return Requeue.done();
    }
    var owner = owner(config);
    TokenPlan plan =
        planner(config).keep(now(), held.get(), SeenToken.of(workload.tokens().of(owner)));
    try {
      boolean _ = new TokenWriter(workload, owner).carryOut(plan);
    } catch (TokenWriter.Refused refused) {
      return slowly(String.valueOf(refused.getMessage()));
    }
    return until(plan.nextCheck());
  }

  /** The same while people have stopped all other work, unless it had come to its end before. */
  Requeue paused(ApiObject config, Situation.Paused paused) {
    parts.teller().paused(config, paused.why(), now());
    Optional<ApiObject> data = parts.store().find(config);
    return keep(
        config,
        paused.cluster(),
        data.filter(secret -> paused.used() || Leaving.of(secret).ended().isEmpty()));
  }

  /**
   * The data stays as it is, so that its pool can go back to it at once. Its token is not replaced:
   * no cloud would get to know the new one.
   */
  Requeue left(ApiObject config, Situation.Left left) {
    Optional<ApiObject> data = parts.store().find(config);
    if (data.isEmpty()) {
      var problem = new Problem(Kind.DATA, left.why() + ": no data is generated for it");
      parts.teller().fail(config, problem, false, now());
      return Requeue.done();
    }
    String why = left.why() + ": the data is kept in case it switches back";
    if (data.flatMap(DataSecret::token).isEmpty()) {
      parts.teller().left(config, why, now());
      return Requeue.done();
    }
    Leaving leaving = Leaving.of(data.get()).next(now(), left.settled(), parts.policy().maxAge());
    ApiObject _ = parts.store().remember(data.get(), leaving);
    parts.teller().left(config, why + leaving.ofToken(), now());
    return leaving.ended().isPresent() ? Requeue.done() : keep(config, left.cluster(), data);
  }

  /** Whose the tokens are. */
  static TokenOwner owner(ApiObject config) {
    return new TokenOwner(config.namespace(), config.name());
  }

  /** Decides on the tokens of a config. */
  TokenPlanner planner(ApiObject config) {
    return new TokenPlanner(parts.policy(), parts.random(), owner(config));
  }

  /** Looks again at that time. */
  Requeue until(Instant time) {
    Duration wait = Duration.between(now(), time);
    return Requeue.after(wait.compareTo(SHORTEST_WAIT) < 0 ? SHORTEST_WAIT : wait);
  }

  /** Soon at first, and often enough that a token which is still kept does not expire. */
  Requeue slowly(String why) {
    Duration often = parts.policy().ttl().dividedBy(4);
    return Requeue.slowly(
        why, FIRST_PAUSE, often.compareTo(LONGEST_PAUSE) < 0 ? often : LONGEST_PAUSE);
  }

  private Instant now() {
    return parts.clock().instant();
  }
}
