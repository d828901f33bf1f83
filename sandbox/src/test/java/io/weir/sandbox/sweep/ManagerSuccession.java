package io.weir.sandbox.sweep;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The managers of one lifecycle, one after another: where the first is cut off, a second begins,
 * which knows nothing of it.
 */
final class ManagerSuccession implements AutoCloseable {

  private final PoolLifecycleRun poolLifecycleRun;
  private final ManagerCutoff managerCutoff;
  private final ManagerCutoff second =
      new ManagerCutoff(ManagerCutoff.NEVER, ManagerCutoff.Side.BEFORE);
  private final List<RestartingManager> runs = new ArrayList<>();
  private boolean closed;

  /** The first of them works from now on. */
  ManagerSuccession(PoolLifecycleRun poolLifecycleRun, ManagerCutoff managerCutoff) {
    this.poolLifecycleRun = poolLifecycleRun;
    this.managerCutoff = managerCutoff;
    run(managerCutoff);
    var _ =
        managerCutoff.whenCut().thenRunAsync(this::replace, task -> Thread.ofVirtual().start(task));
  }

  // Each has a Lease of its own: that of the dead one, which would have to run out first, does not
  // matter, as nothing comes from there any more.
  private synchronized void run(ManagerCutoff hooked) {
    if (!closed) {
      String lease = poolLifecycleRun.name() + "-" + (runs.size() + 1);
      runs.add(RestartingManager.start(poolLifecycleRun, lease, hooked.hooks()));
    }
  }

  private void replace() {
    first().close();
    run(second);
  }

  private synchronized RestartingManager first() {
    return runs.getFirst();
  }

  /** How the first ended and what was done before and after. */
  String description() {
    return "cut at \"%s\"%n  first: %s%n  second: %s"
        .formatted(
            managerCutoff.whenCut().getNow("nothing"), managerCutoff.writes(), second.writes());
  }

  /** Whether the cut has come. */
  boolean isCut() {
    return managerCutoff.whenCut().isDone();
  }

  /** Objects that the API server created, by kind. */
  Map<String, Integer> creations() {
    var all = new TreeMap<>(managerCutoff.creations());
    second.creations().forEach((kind, count) -> all.merge(kind, count, Integer::sum));
    return all;
  }

  /** All requests of all of them. */
  int requestCount() {
    return managerCutoff.requestCount() + second.requestCount();
  }

  @Override
  public void close() {
    List<RestartingManager> all;
    synchronized (this) {
      closed = true;
      all = List.copyOf(runs);
    }
    all.forEach(RestartingManager::close);
  }
}
