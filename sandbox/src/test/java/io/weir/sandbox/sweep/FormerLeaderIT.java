package io.weir.sandbox.sweep;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.manager.ManagerRun;
import io.weir.manager.ManagerRun.Hooks;
import io.weir.provider.CallGate;
import io.weir.provider.ProviderException.Throttled;
import io.weir.provider.Scope;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A manager that was passed over by another, and has a write under way that nothing can recall. */
@Tag("soak")
@OnPlane
class FormerLeaderIT {

  private static final Duration PATIENCE = Duration.ofMinutes(5);

  @Drawn(SoakCase.Single.WRITE_OF_FORMER_LEADER)
  @Test
  void aWriteThatReachesTheCloudLateIsSetRight(Plane plane, Unbroken like) throws Exception {
    var old = new Cut(Cut.NEVER, Cut.Side.BEFORE);
    var late = new Late("UpdateAutoScalingGroup", old);
    try (var life = new Life(plane, "late", Terrain.AWS);
        var _ = ManagerRun.start(life.arguments("late-1"), late.hooks())) {
      live(life, Phase.CREATE, like);
      life.begin(Phase.GROW);
      assertThat(late.held.await(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
      try (var _ = Attended.start(life.arguments("late-2"), Hooks.NONE)) {
        awaitLike(life, Phase.GROW, like);
        live(life, Phase.SHRINK, like);

        late.release.countDown();

        assertThat(late.landed.await(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
        awaitLike(life, Phase.SHRINK, like);
        live(life, Phase.CHANGE, like);
        live(life, Phase.DELETE, like);
      }
    }
  }

  private static void live(Life life, Phase phase, Unbroken like) throws InterruptedException {
    life.begin(phase);
    awaitLike(life, phase, like);
  }

  private static void awaitLike(Life life, Phase phase, Unbroken like) throws InterruptedException {
    assertThat(life.await(phase, like.picture(phase), PATIENCE))
        .as(() -> phase + "\n" + Told.difference(like.picture(phase), life.picture()))
        .isTrue();
  }

  /** Holds the first call of an action on its way, and all that its manager does afterwards. */
  private static final class Late {
    private final String action;
    private final Cut manager;
    private final CountDownLatch held = new CountDownLatch(1);
    private final CountDownLatch release = new CountDownLatch(1);
    private final CountDownLatch landed = new CountDownLatch(1);

    Late(String action, Cut manager) {
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
      public void enter(Scope scope, String api) throws Throttled {
        inner.enter(scope, api);
        if (api.equals(action)) {
          manager.now();
          held.countDown();
          try {
            boolean _ = release.await(PATIENCE.multipliedBy(3).toSeconds(), TimeUnit.SECONDS);
          } catch (InterruptedException closed) {
            Thread.currentThread().interrupt();
            throw new Throttled("closed", Duration.ZERO, closed);
          }
        } else if (manager.happened().isDone()) {
          throw new Throttled("cut off", Duration.ofMinutes(1), null);
        }
      }

      @Override
      public void left(Scope scope, String api, Outcome outcome) {
        inner.left(scope, api, outcome);
        if (api.equals(action)) {
          landed.countDown();
        }
      }
    }
  }
}
