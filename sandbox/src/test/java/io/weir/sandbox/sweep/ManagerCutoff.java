package io.weir.sandbox.sweep;

import io.weir.api.GroupKind;
import io.weir.api.Json;
import io.weir.kernel.kube.BuiltInKinds;
import io.weir.kernel.kube.KubeException;
import io.weir.kernel.kube.RequestInfo;
import io.weir.kernel.kube.RequestListener;
import io.weir.manager.EmbeddedManager.Hooks;
import io.weir.provider.CallGate;
import io.weir.provider.CloudRequest;
import io.weir.provider.ProviderException.Throttled;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;

/**
 * Cuts a manager off from the world at one of its writes, as its death would: nothing that it does
 * afterwards gets out, and no answer gets in. Counts what got out until then.
 */
final class ManagerCutoff implements RequestListener {

  /** On which side of its effect the write is cut. */
  enum Side {
    BEFORE,
    AFTER
  }

  /** A cut that never comes. */
  static final int NEVER = 0;

  /** How the names begin of calls that change nothing, by cloud. */
  private static final Map<String, List<String>> READS =
      Map.of("aws", List.of("Describe"), "scaleway", List.of("Get", "List"));

  private static final Duration MINUTE = Duration.ofMinutes(1);

  private final int at;
  private final Side side;
  private final CompletableFuture<String> happened = new CompletableFuture<>();
  private final List<String> writes = new ArrayList<>();
  private final Map<String, Integer> creations = new TreeMap<>();
  private final List<Long> calls = new ArrayList<>();
  private Thread cutter;
  private boolean dead;

  /** A cut at the n-th write, counted from 1. */
  ManagerCutoff(int at, Side side) {
    this.at = at;
    this.side = side;
  }

  /** To be hung into a manager. */
  Hooks hooks() {
    return new Hooks(this, Gate::new, () -> {});
  }

  /** Completes with the write at which it happened. */
  CompletableFuture<String> whenCut() {
    return happened;
  }

  /** Cuts off now, if that has not happened. */
  synchronized void cutNow() {
    dead = true;
    happened.complete("now");
  }

  /** Waits until so much has been written; not longer than that, if it never is. */
  synchronized void awaitWrites(int count, Duration patience) throws InterruptedException {
    long end = System.nanoTime() + patience.toNanos();
    while (writes.size() < count && System.nanoTime() < end) {
      wait(Math.max(1, (end - System.nanoTime()) / 1_000_000));
    }
  }

  /** What was written, in order. */
  synchronized List<String> writes() {
    return new ArrayList<>(writes);
  }

  /** Objects that the API server created, by kind. */
  synchronized Map<String, Integer> creations() {
    return new TreeMap<>(creations);
  }

  /** All requests that got out. */
  synchronized int requestCount() {
    return calls.size();
  }

  /** How many of them fell into the minute that had most. */
  synchronized int busiestMinute() {
    int most = 0;
    int first = 0;
    for (int last = 0; last < calls.size(); last++) {
      while (calls.get(last) - calls.get(first) > MINUTE.toNanos()) {
        first++;
      }
      most = Math.max(most, last - first + 1);
    }
    return most;
  }

  @Override
  public void beforeRequest(RequestInfo requestInfo) throws IOException {
    boolean write = requestInfo.isWrite() && counts(requestInfo.kind());
    if (!passes(write, requestInfo.toString())) {
      throw new IOException("cut off");
    }
  }

  @Override
  public void afterRequest(RequestInfo requestInfo, int code, Duration took) {
    // An eviction is answered as if it had been created.
    if (code == 201 && counts(requestInfo.kind()) && !requestInfo.verb().equals("evict")) {
      created(requestInfo.kind().kind());
    }
    if (lost()) {
      throw KubeException.fromStatus(requestInfo, Json.MAPPER.createObjectNode().put("code", 504));
    }
  }

  /** Whether a call changes nothing. */
  static boolean isRead(CloudRequest cloudRequest) {
    return READS.getOrDefault(cloudRequest.scope().cloud(), List.of()).stream()
        .anyMatch(cloudRequest.api()::startsWith);
  }

  /** Neither the lease nor what is told to people is part of a pool's lifecycle. */
  private static boolean counts(GroupKind kind) {
    return !kind.equals(BuiltInKinds.LEASE) && !kind.equals(BuiltInKinds.EVENT);
  }

  private synchronized void created(String kind) {
    creations.merge(kind, 1, Integer::sum);
  }

  private synchronized boolean passes(boolean write, String what) {
    if (dead) {
      return false;
    }
    if (write) {
      writes.add(what);
      notifyAll();
      if (writes.size() == at) {
        dead = true;
        if (side == Side.BEFORE) {
          happened.complete(what);
          return false;
        }
        cutter = Thread.currentThread();
      }
    }
    calls.add(System.nanoTime());
    return true;
  }

  /** Whether the answer that has just come is one too late. */
  private synchronized boolean lost() {
    if (!dead) {
      return false;
    }
    if (Thread.currentThread().equals(cutter)) {
      happened.complete(writes.getLast());
    }
    return true;
  }

  /** The same before a cloud. */
  private final class Gate implements CallGate {
    private final CallGate inner;

    Gate(CallGate inner) {
      this.inner = inner;
    }

    @Override
    public void beforeCall(CloudRequest cloudRequest) throws Throttled {
      inner.beforeCall(cloudRequest);
      if (!passes(!isRead(cloudRequest), "cloud " + cloudRequest.api())) {
        throw new Throttled("cut off", Duration.ofMinutes(1), null);
      }
    }

    @Override
    public void afterCall(CloudRequest cloudRequest, CallOutcome callOutcome) {
      inner.afterCall(cloudRequest, callOutcome);
      if (lost()) {
        throw new ResponseLost();
      }
    }
  }

  /** Takes the place of an answer of a cloud. */
  static final class ResponseLost extends RuntimeException {
    private static final long serialVersionUID = 1;

    ResponseLost() {
      super("cut off", null, false, false);
    }
  }
}
