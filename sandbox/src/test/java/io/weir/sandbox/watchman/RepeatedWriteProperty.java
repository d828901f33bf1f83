package io.weir.sandbox.watchman;

import io.weir.api.ObjectKey;
import io.weir.sandbox.watchman.HistoryEvent.ApiWrite;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * What was written is not written again and again: of equal writes to one object between which Weir
 * wrote it nothing else, at most {@value #IN_A_ROW} are made within ten seconds, and of others that
 * are equal at most {@value #ALTERNATING}. A refused write may be repeated, as its back-off has it.
 * What is not logged with its body is not judged.
 */
public final class RepeatedWriteProperty implements Property {

  private static final int IN_A_ROW = 3;
  private static final int ALTERNATING = 8;
  private static final Duration WINDOW = Duration.ofSeconds(10);

  private record Target(String resource, ObjectKey object) {}

  private static final class Writes {
    private final Map<String, Deque<ApiWrite>> equal = new HashMap<>();
    private final Deque<ApiWrite> inARow = new ArrayDeque<>();
    private String last = "";
  }

  private final Map<Target, Writes> targets = new HashMap<>();

  RepeatedWriteProperty() {}

  @Override
  public String sentence() {
    return "what was written is not written again and again";
  }

  @Override
  public void take(HistoryEvent event, Consumer<Violation> broken) {
    if (event instanceof ApiWrite write
        && write.isWeirs()
        && write.succeeded()
        && !write.body().isEmpty()
        && !LeaseHolderProperty.isOfEveryReplica(write.resource())) {
      judge(write, broken);
    }
  }

  private void judge(ApiWrite write, Consumer<Violation> broken) {
    Writes writes =
        targets.computeIfAbsent(new Target(write.resource(), write.object()), _ -> new Writes());
    String what = write.verb() + " " + Bodies.normalized(write.body());
    if (!what.equals(writes.last)) {
      writes.inARow.clear();
      writes.last = what;
    }
    writes.equal.values().forEach(earlier -> dropBefore(write, earlier));
    writes.equal.values().removeIf(Deque::isEmpty);
    dropBefore(write, writes.inARow);
    Deque<ApiWrite> equal = writes.equal.computeIfAbsent(what, _ -> new ArrayDeque<>());
    equal.add(write);
    writes.inARow.add(write);
    if (writes.inARow.size() > IN_A_ROW) {
      report(writes.inARow, broken);
    } else if (equal.size() > ALTERNATING) {
      report(equal, broken);
    }
  }

  private static void dropBefore(ApiWrite write, Deque<ApiWrite> earlier) {
    earlier.removeIf(each -> each.at().isBefore(write.at().minus(WINDOW)));
  }

  private void report(Deque<ApiWrite> writes, Consumer<Violation> broken) {
    ApiWrite last = writes.getLast();
    broken.accept(
        new Violation(
            this,
            last.object().namespace(),
            "%s %s was written %d times within %d s"
                .formatted(last.resource(), last.object(), writes.size(), WINDOW.toSeconds()),
            List.copyOf(writes)));
    writes.clear();
  }
}
