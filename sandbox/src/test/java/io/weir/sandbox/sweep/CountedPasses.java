package io.weir.sandbox.sweep;

import io.weir.api.ObjectKey;
import io.weir.kernel.work.PassListener;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/** The passes of a manager, as it counts them itself. */
final class CountedPasses implements PassListener {

  /**
   * One that ended.
   *
   * @param waited from when it was due until it began
   * @param ran from its begin to its end
   */
  record Pass(String controller, ObjectKey key, Duration waited, Duration ran) {

    /** From when it was due to its end. */
    Duration took() {
      return waited.plus(ran);
    }
  }

  private final Queue<Pass> ended = new ConcurrentLinkedQueue<>();

  @Override
  public void passEnded(
      String controller, ObjectKey key, Outcome outcome, Duration waited, Duration ran) {
    ended.add(new Pass(controller, key, waited, ran));
  }

  /** Those that ended since this was asked last. */
  List<Pass> take() {
    var taken = new ArrayList<Pass>();
    for (Pass pass = ended.poll(); pass != null; pass = ended.poll()) {
      taken.add(pass);
    }
    return taken;
  }

  /** What of a hundred of these passes all but one take at most; zero of none. */
  static Duration ninetyNinth(List<Pass> passes) {
    List<Duration> took = passes.stream().map(Pass::took).sorted().toList();
    return took.isEmpty() ? Duration.ZERO : took.get((took.size() * 99 + 99) / 100 - 1);
  }
}
