package io.weir.manager.kubeadm;

import io.weir.api.ApiObject;
import io.weir.bootstrap.config.BootstrapDataSecret;
import io.weir.bootstrap.config.ConfigProblem;
import io.weir.bootstrap.config.ConfigProblem.Kind;
import io.weir.bootstrap.config.ConfigState;
import io.weir.bootstrap.config.UnusedConfigState;
import io.weir.bootstrap.token.IssuedToken;
import io.weir.bootstrap.token.ObservedToken;
import io.weir.bootstrap.token.TokenOwner;
import io.weir.bootstrap.token.TokenPlan;
import io.weir.bootstrap.token.TokenPlanner;
import io.weir.engine.audit.AuditSubject;
import io.weir.kernel.work.Requeue;
import io.weir.manager.workload.WorkloadClusterState.Connected;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** Keeps tokens valid whose data stays as it is, in one pass. */
final class TokenMaintenance {

  /** Between two looks. */
  static final Duration SHORTEST_WAIT = Duration.ofSeconds(1);

  /** Pauses between passes while somebody else must act, of whom no event tells. */
  private static final Duration FIRST_PAUSE = Duration.ofSeconds(5);

  private static final Duration LONGEST_PAUSE = Duration.ofMinutes(5);

  private final KubeadmConfigController.Dependencies dependencies;
  private final Instant now;

  /**
   * The maintenance of one pass.
   *
   * @param now when the pass began
   */
  TokenMaintenance(KubeadmConfigController.Dependencies dependencies, Instant now) {
    this.dependencies = dependencies;
    this.now = now;
  }

  /**
   * The token of data that cannot or may not be written anew is kept valid: machines still start
   * with it, as a cloud that scales by itself knows of no pause.
   */
  Requeue keepTokenValid(ApiObject config, ApiObject cluster, Optional<ApiObject> data) {
    Optional<IssuedToken> held = data.flatMap(BootstrapDataSecret::token);
    if (held.isEmpty()
        || !(dependencies.workloads().state(cluster.key()) instanceof Connected workload)
        || workload.kubeconfig().grant().isPresent()) {
      return Requeue.done();
    }
    var owner = tokenOwner(config);
    TokenPlan plan =
        planner(config)
            .planToKeep(now, held.get(), ObservedToken.ofOwner(workload.tokens().byOwner(owner)));
    try {
      boolean _ =
          new TokenWriter(workload, owner, AuditSubject.of(config, cluster.key())).execute(plan);
    } catch (TokenWriter.TokenRefusedException tokenRefusedException) {
      return requeueSlowly(String.valueOf(tokenRefusedException.getMessage()));
    }
    return requeueAt(plan.nextCheck());
  }

  /** What becomes of the token in the config's data if it should have been replaced by now. */
  Optional<String> endMessage(ApiObject config) {
    return dependencies
        .store()
        .find(config)
        .flatMap(BootstrapDataSecret::token)
        .flatMap(token -> dependencies.policy().endMessage(now, token));
  }

  /** The same while people have stopped all other work, unless it had come to its end before. */
  Requeue keepWhilePaused(ApiObject config, ConfigState.Paused paused) {
    String why =
        endMessage(config)
            .map(message -> paused.why() + "; " + message + "; it is once that is unpaused")
            .orElse(paused.why());
    dependencies.reporter().reportPaused(config, why, now);
    Optional<ApiObject> data = dependencies.store().find(config);
    return keepTokenValid(
        config,
        paused.cluster(),
        data.filter(
            secret -> paused.used() || UnusedConfigState.of(secret).tokenEndedAt().isEmpty()));
  }

  /**
   * The data stays as it is, so that its pool can go back to it at once. Its token is not replaced:
   * no cloud would get to know the new one.
   */
  Requeue keepWhileUnused(ApiObject config, ConfigState.NoLongerUsed noLongerUsed) {
    Optional<ApiObject> data = dependencies.store().find(config);
    if (data.isEmpty()) {
      var configProblem =
          new ConfigProblem(Kind.DATA, noLongerUsed.why() + ": no data is generated for it");
      dependencies.reporter().reportFailure(config, configProblem, false, now);
      return Requeue.done();
    }
    String why = noLongerUsed.why() + ": the data is kept in case it switches back";
    if (data.flatMap(BootstrapDataSecret::token).isEmpty()) {
      dependencies.reporter().reportUnused(config, why, now);
      return Requeue.done();
    }
    UnusedConfigState unusedConfigState =
        UnusedConfigState.of(data.get())
            .advance(now, noLongerUsed.settled(), dependencies.policy().maxAge());
    ApiObject _ = dependencies.store().saveUnusedState(data.get(), unusedConfigState);
    String token =
        unusedConfigState.tokenEndedAt().isPresent()
            ? unusedConfigState.tokenMessage()
            : endMessage(config).map("; "::concat).orElse(unusedConfigState.tokenMessage());
    dependencies.reporter().reportUnused(config, why + token, now);
    return unusedConfigState.tokenEndedAt().isPresent()
        ? Requeue.done()
        : keepTokenValid(config, noLongerUsed.cluster(), data);
  }

  /** Whose the tokens are. */
  static TokenOwner tokenOwner(ApiObject config) {
    return new TokenOwner(config.namespace(), config.name());
  }

  /** Decides on the tokens of a config. */
  TokenPlanner planner(ApiObject config) {
    return new TokenPlanner(dependencies.policy(), dependencies.random(), tokenOwner(config));
  }

  /** Looks again at that time. */
  Requeue requeueAt(Instant time) {
    // A pass may have taken long: waits count from its end.
    Duration wait = Duration.between(dependencies.clock().instant(), time);
    return Requeue.after(wait.compareTo(SHORTEST_WAIT) < 0 ? SHORTEST_WAIT : wait);
  }

  /** Soon at first, and often enough that a token which is still kept does not expire. */
  Requeue requeueSlowly(String why) {
    Duration often = dependencies.policy().ttl().dividedBy(4);
    return Requeue.backoffBetween(
        why, FIRST_PAUSE, often.compareTo(LONGEST_PAUSE) < 0 ? often : LONGEST_PAUSE);
  }
}
