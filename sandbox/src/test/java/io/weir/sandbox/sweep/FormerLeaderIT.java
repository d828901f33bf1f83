package io.weir.sandbox.sweep;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.manager.EmbeddedManager;
import io.weir.manager.EmbeddedManager.Hooks;
import io.weir.provider.CallGate;
import io.weir.provider.CloudRequest;
import io.weir.provider.ProviderException.Throttled;
import io.weir.sandbox.watchman.RequestedSizeProperty;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A manager that was passed over by another, and has a write under way that nothing can recall. */
@Tag("soak")
@WithSharedApiServer
class FormerLeaderIT {

  private static final Duration PATIENCE = Duration.ofMinutes(5);

  @RunIfDrawn(SoakCase.Single.WRITE_OF_FORMER_LEADER)
  @Test
  void aWriteThatReachesTheCloudLateIsSetRight(
      SharedApiServer sharedApiServer, LifecycleBaseline like) throws Exception {
    var old = new ManagerCutoff(ManagerCutoff.NEVER, ManagerCutoff.Side.BEFORE);
    var delayedCall = new DelayedCall("UpdateAutoScalingGroup", old);
    try (var poolLifecycleRun = new PoolLifecycleRun(sharedApiServer, "late", TestCloudType.AWS);
        var _ = EmbeddedManager.start(poolLifecycleRun.arguments("late-1"), delayedCall.hooks())) {
      // What it asks for late is of before the settled state, as this test has it.
      poolLifecycleRun.watchman().exempt("late", RequestedSizeProperty.class);
      live(poolLifecycleRun, LifecyclePhase.CREATE, like);
      poolLifecycleRun.startPhase(LifecyclePhase.GROW);
      assertThat(delayedCall.held.await(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
      try (var _ = RestartingManager.start(poolLifecycleRun, "late-2", Hooks.NONE)) {
        awaitLike(poolLifecycleRun, LifecyclePhase.GROW, like);
        live(poolLifecycleRun, LifecyclePhase.SHRINK, like);

        delayedCall.release.countDown();

        assertThat(delayedCall.landed.await(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
        awaitLike(poolLifecycleRun, LifecyclePhase.SHRINK, like);
        live(poolLifecycleRun, LifecyclePhase.CHANGE, like);
        live(poolLifecycleRun, LifecyclePhase.DELETE, like);
      }
    }
  }

  private static void live(
      PoolLifecycleRun poolLifecycleRun, LifecyclePhase lifecyclePhase, LifecycleBaseline like)
      throws InterruptedException {
    poolLifecycleRun.startPhase(lifecyclePhase);
    awaitLike(poolLifecycleRun, lifecyclePhase, like);
  }

  private static void awaitLike(
      PoolLifecycleRun poolLifecycleRun, LifecyclePhase lifecyclePhase, LifecycleBaseline like)
      throws InterruptedException {
    assertThat(
            poolLifecycleRun.awaitState(lifecyclePhase, like.stateAfter(lifecyclePhase), PATIENCE))
        .as(
            () ->
                lifecyclePhase
                    + "\n"
                    + StateDiff.difference(
                        like.stateAfter(lifecyclePhase), poolLifecycleRun.state()))
        .isTrue();
  }

  /** Holds the first call of an action on its way, and all that its manager does afterwards. */
  private static final class DelayedCall {
    private final String action;
    private final ManagerCutoff manager;
    private final CountDownLatch held = new CountDownLatch(1);
    private final CountDownLatch release = new CountDownLatch(1);
    private final CountDownLatch landed = new CountDownLatch(1);

    DelayedCall(String action, ManagerCutoff manager) {
      this.action = action;
      this.manager = manager;
    }

    Hooks hooks() {
      return new Hooks(manager, Gate::new, () -> {});
    }

    private final class Gate implements CallGate {
      private final CallGate inner;

      Gate(CallGate inner) {
        this.inner = inner;
      }

      @Override
      public void beforeCall(CloudRequest cloudRequest) throws Throttled {
        inner.beforeCall(cloudRequest);
        if (!cloudRequest.api().equals(action) && manager.whenCut().isDone()) {
          throw new Throttled("cut off", Duration.ofMinutes(1), null);
        }
      }

      /** Where nobody asks any more whether the manager leads. */
      @Override
      public void beforeTransmission(CloudRequest cloudRequest, boolean write) throws Throttled {
        inner.beforeTransmission(cloudRequest, write);
        if (cloudRequest.api().equals(action)) {
          manager.cutNow();
          held.countDown();
          try {
            boolean _ = release.await(PATIENCE.multipliedBy(3).toSeconds(), TimeUnit.SECONDS);
          } catch (InterruptedException closed) {
            Thread.currentThread().interrupt();
            throw new Throttled("closed", Duration.ZERO, closed);
          }
        }
      }

      @Override
      public void afterCall(CloudRequest cloudRequest, CallOutcome callOutcome) {
        inner.afterCall(cloudRequest, callOutcome);
        if (cloudRequest.api().equals(action)) {
          landed.countDown();
        }
      }
    }
  }
}
