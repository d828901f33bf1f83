package io.weir.manager.bootstrap;

import io.weir.api.ApiObject;
import io.weir.api.ObjectKey;
import io.weir.bootstrap.BootstrapDataException;
import io.weir.bootstrap.config.ConfigProblem;
import io.weir.bootstrap.config.ConfigProblem.Kind;
import io.weir.bootstrap.config.ConfigState;
import io.weir.bootstrap.config.JoinTokenSelection;
import io.weir.bootstrap.render.RenderedBootstrapData;
import io.weir.kernel.cache.ObjectCache;
import io.weir.kernel.kube.KubeException;
import io.weir.kernel.work.Reconciler;
import io.weir.kernel.work.Requeue;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;

/** Keeps the data of a config without a join token as its inputs want it. */
public final class TokenlessConfigController implements Reconciler {

  private static final Duration FIRST_PAUSE = Duration.ofSeconds(5);
  private static final Duration LONGEST_PAUSE = Duration.ofMinutes(5);

  private final Dependencies dependencies;

  /**
   * What the controller works with.
   *
   * @param configs of one kind
   * @param reader whether data is to be made
   * @param renderer makes it
   * @param store keeps it
   * @param reporter tells of it
   * @param clock the time
   */
  public record Dependencies(
      ObjectCache configs,
      ConfigStateReader reader,
      ConfigRenderer renderer,
      BootstrapDataStore store,
      ConfigReporter reporter,
      InstantSource clock) {}

  /** Of the configs of a kind. */
  public TokenlessConfigController(Dependencies dependencies) {
    this.dependencies = dependencies;
  }

  @Override
  public Requeue reconcile(ObjectKey key) {
    Optional<ApiObject> config = dependencies.configs().get(key);
    if (config.isEmpty() || dependencies.store().isDeletedWithConfig(config.get())) {
      return Requeue.done();
    }
    Requeue pass = pass(config.get());
    return dependencies.reporter().takeHeldBack(key).map(Requeue::after).orElse(pass);
  }

  private Requeue pass(ApiObject config) {
    return switch (dependencies.reader().read(config)) {
      case ConfigState.NotOurs _, ConfigState.MachineJoined _ -> Requeue.done();
      case ConfigState.ServedByOtherProvider(var cluster) -> {
        dependencies.reporter().logServedByOtherProvider(config, cluster);
        yield Requeue.done();
      }
      case ConfigState.Unowned _ -> unowned(config);
      case ConfigState.NotServed(var problem) -> failed(config, problem);
      case ConfigState.Paused(var why, var _, var _) -> {
        dependencies.reporter().reportPaused(config, why, now());
        yield Requeue.done();
      }
      case ConfigState.NoLongerUsed(var why, var _, var _) -> unused(config, why);
      case ConfigState.Waiting(var problem, var _) -> failed(config, problem);
      case ConfigState.Ready ready -> ready(config, ready);
    };
  }

  private Requeue unowned(ApiObject config) {
    Instant patient =
        config.creationTimestamp().orElse(Instant.EPOCH).plus(ConfigProblem.ABSENCE_GRACE_PERIOD);
    Duration wait = Duration.between(now(), patient);
    return wait.isPositive() ? Requeue.after(wait) : failed(config, ConfigProblem.UNOWNED);
  }

  /** The data stays as it is, so that its pool can go back to it at once. */
  private Requeue unused(ApiObject config, String why) {
    if (dependencies.store().find(config).isEmpty()) {
      return failed(config, new ConfigProblem(Kind.DATA, why + ": no data is generated for it"));
    }
    dependencies
        .reporter()
        .reportUnused(config, why + ": the data is kept in case it switches back", now());
    return Requeue.done();
  }

  private Requeue ready(ApiObject config, ConfigState.Ready ready) {
    try {
      RenderedBootstrapData made = dependencies.renderer().render(config, ready);
      return dependencies
          .store()
          .store(config, ready.cluster().name(), made, JoinTokenSelection.NONE)
          .map(foreign -> foreign(config, ready.cluster(), foreign))
          .orElseGet(() -> available(config, made));
    } catch (BootstrapDataException problem) {
      return failed(config, ConfigProblem.of(problem));
    } catch (KubeException.Forbidden | KubeException.Invalid | KubeException.Reverted refused) {
      return failedForNow(
          config, ConfigProblem.ofRefusedWrite(String.valueOf(refused.getMessage())));
    }
  }

  private Requeue available(ApiObject config, RenderedBootstrapData made) {
    dependencies.reporter().auditOwnSecret(config);
    dependencies.reporter().reportAvailable(config, Optional.empty(), made.warnings(), now());
    return Requeue.done(); // what it is made from is watched
  }

  /** Of a Secret that is somebody else's no event need tell that it is gone. */
  private Requeue foreign(ApiObject config, ApiObject cluster, ConfigProblem problem) {
    dependencies.reporter().auditForeignSecret(config, cluster, problem);
    return failedForNow(config, problem);
  }

  private Requeue failedForNow(ApiObject config, ConfigProblem problem) {
    Requeue _ = failed(config, problem);
    return Requeue.backoffBetween(problem.message(), FIRST_PAUSE, LONGEST_PAUSE);
  }

  private Requeue failed(ApiObject config, ConfigProblem problem) {
    boolean earlier = dependencies.store().find(config).isPresent();
    dependencies.reporter().reportFailure(config, problem, earlier, now());
    return Requeue.done();
  }

  private Instant now() {
    return dependencies.clock().instant();
  }
}
