package io.weir.manager.infrapool;

import io.weir.api.ApiObject;
import io.weir.api.EventReasons;
import io.weir.engine.pool.NameList;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executor;

/**
 * Events of drains: what is the same of many Nodes of a pool at about the same time is one Event.
 * Those of one Node are written in their order; that its time was over is written at once.
 */
final class DrainEvents implements AutoCloseable {

  private static final int NAMED = 10;

  private final Executor later;
  private final Writer writer;

  /** What is gathered, by UID of the pool, in the order in which it is to be written. */
  private final Map<String, List<Batch>> gathered = new HashMap<>();

  /** Writes one Event on a pool; does not wait for it. */
  @FunctionalInterface
  interface Writer {
    void write(ApiObject pool, boolean warning, String reason, String note);
  }

  /** What happens to Nodes. */
  private record Happening(boolean warning, String reason, String message) {}

  /**
   * One Event.
   *
   * @param pool as it was when this began: it may be gone by the time this is written
   */
  private record Batch(ApiObject pool, Happening what, List<String> nodes) {}

  /**
   * None yet.
   *
   * @param later does things when a batch has had time to fill
   */
  DrainEvents(Executor later, Writer writer) {
    this.later = later;
    this.writer = writer;
  }

  /** A Node was cordoned. */
  synchronized void started(ApiObject pool, String node) {
    gather(pool, new Happening(false, EventReasons.DRAIN_STARTED, ""), node);
  }

  /** Nothing on a Node is waited for any more. */
  synchronized void drained(ApiObject pool, String node, String message) {
    gather(pool, new Happening(false, EventReasons.DRAINED, message), node);
  }

  /** The time for a Node was over. Others of which the same is to be said follow together. */
  synchronized void timedOut(ApiObject pool, String node, String message) {
    var what = new Happening(true, EventReasons.DRAIN_TIMED_OUT, message);
    Optional<Batch> others = batch(ofPool(pool), what, node);
    if (others.isPresent()) {
      others.get().nodes().add(node);
      return;
    }
    var first = new Batch(pool, what, new ArrayList<>(List.of(node)));
    ofPool(pool).add(first);
    ofPool(pool).forEach(this::write);
    ofPool(pool).clear();
    first.nodes().clear();
    ofPool(pool).add(first);
  }

  private void gather(ApiObject pool, Happening what, String node) {
    List<Batch> batches = ofPool(pool);
    batch(batches, what, node)
        .orElseGet(
            () -> {
              var next = new Batch(pool, what, new ArrayList<>());
              batches.add(next);
              return next;
            })
        .nodes()
        .add(node);
  }

  private List<Batch> ofPool(ApiObject pool) {
    return gathered.computeIfAbsent(
        pool.uid(),
        uid -> {
          later.execute(() -> write(uid));
          return new ArrayList<>();
        });
  }

  /** One that may also tell of this Node: nothing that is written after it does. */
  private static Optional<Batch> batch(List<Batch> batches, Happening what, String node) {
    for (Batch batch : batches.reversed()) {
      if (batch.what().equals(what)) {
        return Optional.of(batch);
      }
      if (batch.nodes().contains(node)) {
        break;
      }
    }
    return Optional.empty();
  }

  private synchronized void write(String poolUid) {
    Optional.ofNullable(gathered.remove(poolUid)).orElse(List.of()).forEach(this::write);
  }

  private void write(Batch batch) {
    if (!batch.nodes().isEmpty()) {
      Happening what = batch.what();
      writer.write(batch.pool(), what.warning(), what.reason(), note(what, batch.nodes()));
    }
  }

  /** Writes what is gathered. */
  @Override
  public synchronized void close() {
    List.copyOf(gathered.keySet()).forEach(this::write);
  }

  private static String note(Happening what, List<String> names) {
    boolean one = names.size() == 1;
    String who =
        (one ? "Node " : "Nodes ") + NameList.abbreviate(names.stream().sorted().toList(), NAMED);
    if (!what.message().isEmpty()) {
      return who + ": " + what.message();
    }
    return who
        + (one
            ? " is cordoned, and its pods are evicted"
            : " are cordoned, and their pods are evicted");
  }
}
