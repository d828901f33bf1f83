package io.weir.kernel.election;

import io.weir.api.harness.Lives;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/**
 * Processes whose wall clocks are up to twenty minutes off and jump, on machines that are
 * suspended, seek and renew a lease as {@link LeaderElection} does: by what they see change, and by
 * deadlines.
 */
class DeadlineLivesTest {

  private static final Duration LEASE = Duration.ofSeconds(15);
  private static final Duration RENEW = Duration.ofSeconds(10);
  private static final Duration RETRY = Duration.ofSeconds(2);

  @Test
  void neverTwoLeadAtATimeWhateverTheirClocksSay() {
    Lives.each(10_000, seed -> new Life(seed).live());
  }

  private static final class Candidate {
    private final String name;

    /** Its clocks: one stands still while the machine is suspended, the other may jump. */
    private long nanos;

    private long millis;
    private long suspendedUntil;
    private Deadline leadsUntil;
    private long seenVersion = -1;
    private long unchangedSince;
    private long nextTurn;

    Candidate(String name, SplittableRandom random) {
      this.name = name;
      this.nanos = random.nextLong(1L << 40);
      this.millis = 1_800_000_000_000L + random.nextInt(-1_200_000, 1_200_000);
      this.leadsUntil = new Deadline(nanos, 0);
    }

    boolean leads() {
      return !leadsUntil.hasPassed(nanos, millis);
    }
  }

  private static final class Life {
    private final SplittableRandom random;
    private final List<Candidate> processes = new ArrayList<>();
    private long now;
    private String holder = "";
    private long version;
    private int changes;

    /** A clock that is set back while its machine sleeps hides the sleep from both clocks. */
    private final boolean sleeps;

    Life(long seed) {
      random = new SplittableRandom(seed);
      sleeps = random.nextBoolean();
      processes.add(new Candidate("a", random));
      processes.add(new Candidate("b", random));
      processes.add(new Candidate("c", random));
    }

    void live() {
      for (int turn = 0; turn < 200; turn++) {
        pass(100 + random.nextInt(900));
        for (Candidate process : processes) {
          if (process.suspendedUntil <= now && process.nextTurn <= now) {
            turn(process);
          }
        }
        if (processes.stream().filter(each -> each.suspendedUntil <= now && each.leads()).count()
            > 1) {
          throw new AssertionError("two lead after %d ms".formatted(now));
        }
      }
      if (changes == 0) {
        throw new AssertionError("nobody ever led");
      }
    }

    private void pass(int ms) {
      now += ms;
      for (Candidate process : processes) {
        process.millis += ms;
        if (process.suspendedUntil <= now) {
          process.nanos += Duration.ofMillis(ms).toNanos();
        }
        if (random.nextInt(60) == 0) {
          process.millis += random.nextInt(sleeps ? 0 : -1_200_000, 1_200_000);
        }
        if (sleeps && random.nextInt(80) == 0) {
          process.suspendedUntil = now + random.nextInt(60_000);
        }
      }
    }

    /** One look, and a write that is lost now and then. */
    private void turn(Candidate process) {
      process.nextTurn = now + RETRY.toMillis();
      var until = new Deadline(process.nanos + RENEW.toNanos(), process.millis + RENEW.toMillis());
      if (process.seenVersion != version) {
        process.seenVersion = version;
        process.unchangedSince = process.nanos;
      }
      boolean free =
          holder.isEmpty()
              || holder.equals(process.name)
              || process.nanos - process.unchangedSince >= LEASE.toNanos();
      if (free && random.nextInt(10) > 0) {
        changes += holder.equals(process.name) ? 0 : 1;
        holder = process.name;
        version++;
        process.seenVersion = version;
        process.unchangedSince = process.nanos;
        if (random.nextInt(10) > 0) {
          process.leadsUntil = until;
        }
      }
    }
  }
}
