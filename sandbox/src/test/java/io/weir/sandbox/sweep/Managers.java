package io.weir.sandbox.sweep;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The managers of one life, one after another: where the first is cut off, a second begins, which
 * knows nothing of it.
 */
final class Managers implements AutoCloseable {

  private final Life life;
  private final Cut cut;
  private final Cut second = new Cut(Cut.NEVER, Cut.Side.BEFORE);
  private final List<Attended> runs = new ArrayList<>();
  private boolean closed;

  /** The first of them works from now on. */
  Managers(Life life, Cut cut) {
    this.life = life;
    this.cut = cut;
    run(cut);
    var _ = cut.happened().thenRunAsync(this::replace, task -> Thread.ofVirtual().start(task));
  }

  // Each has a Lease of its own: that of the dead one, which would have to run out first, does not
  // matter, as nothing comes from there any more.
  private synchronized void run(Cut hooked) {
    if (!closed) {
      String lease = life.name() + "-" + (runs.size() + 1);
      runs.add(Attended.start(life.arguments(lease), hooked.hooks()));
    }
  }

  private void replace() {
    first().close();
    run(second);
  }

  private synchronized Attended first() {
    return runs.getFirst();
  }

  /** How the first ended and what was done before and after. */
  String told() {
    return "cut at \"%s\"%n  first: %s%n  second: %s"
        .formatted(cut.happened().getNow("nothing"), cut.writes(), second.writes());
  }

  /** Whether the cut has come. */
  boolean cut() {
    return cut.happened().isDone();
  }

  /** Objects that the API server created, by kind. */
  Map<String, Integer> creations() {
    var all = new TreeMap<>(cut.creations());
    second.creations().forEach((kind, count) -> all.merge(kind, count, Integer::sum));
    return all;
  }

  /** All requests of all of them. */
  int calls() {
    return cut.calls() + second.calls();
  }

  @Override
  public void close() {
    List<Attended> all;
    synchronized (this) {
      closed = true;
      all = List.copyOf(runs);
    }
    all.forEach(Attended::close);
  }
}
