package io.weir.sandbox.live;

import io.weir.sandbox.Sandbox;
import io.weir.sandbox.SandboxException;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.function.Consumer;

/**
 * Starts the manager again when it has ended, as a cluster would; gives up on one that keeps
 * ending.
 */
final class ManagerRestarter {
  private static final Duration SOON = Duration.ofSeconds(20);
  private static final int ENDS_IN_A_ROW = 3;
  private static final int LAST_WORDS = 20;

  private final Sandbox sandbox;
  private final Consumer<ViewEvent> listener;
  private Instant started = Instant.now();
  private int ends;

  ManagerRestarter(Sandbox sandbox, Consumer<ViewEvent> listener) {
    this.sandbox = sandbox;
    this.listener = listener;
    follow();
  }

  /**
   * Starts it again.
   *
   * @throws SandboxException when it ended soon after its start several times in a row
   */
  ActivityEntry restart(Instant now) throws IOException {
    ends = Duration.between(started, now).compareTo(SOON) < 0 ? ends + 1 : 1;
    if (ends >= ENDS_IN_A_ROW) {
      throw new SandboxException(
          "the manager exited %d times in a row soon after its start".formatted(ends),
          sandbox.manager().lastLines(LAST_WORDS));
    }
    started = now;
    sandbox.manager().restart();
    follow();
    return ActivityEntry.bad(now, "the manager", "has exited and is being restarted");
  }

  private void follow() {
    var _ =
        sandbox.manager().whenEnded().thenRun(() -> listener.accept(new ViewEvent.ManagerEnded()));
  }
}
