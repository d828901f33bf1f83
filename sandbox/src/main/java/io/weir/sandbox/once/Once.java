package io.weir.sandbox.once;

import io.weir.api.ApiObject;
import io.weir.api.GroupKind;
import io.weir.kernel.cache.Change;
import io.weir.kernel.kube.BuiltIns;
import io.weir.sandbox.Sandbox;
import io.weir.sandbox.SandboxOptions;
import io.weir.sandbox.account.Measured;
import io.weir.sandbox.account.Meter;
import io.weir.sandbox.account.TextTable;
import io.weir.sandbox.objects.Manifests;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/** Starts a sandbox, applies manifests, follows their pools until they run, and stops it. */
public final class Once {
  private final Manifests manifests;
  private final Duration timeout;
  private final Transcript transcript;

  /**
   * One run.
   *
   * @param manifests with at least one MachinePool
   * @param timeout for the pools to run, from when they are applied
   * @param transcript where it is told
   */
  public Once(Manifests manifests, Duration timeout, Transcript transcript) {
    this.manifests = manifests;
    this.timeout = timeout;
    this.transcript = transcript;
  }

  /** How it ended. */
  public enum Outcome {
    /** All pools run. */
    RUNNING,
    /** They do not, in time; the transcript says why. */
    NOT_RUNNING,
    /** The JVM is ending. */
    STOPPED
  }

  /**
   * Runs it; nothing of it is left afterwards.
   *
   * @throws IOException when the sandbox does not start, or the manifests are refused
   */
  public Outcome run(SandboxOptions options) throws IOException, InterruptedException {
    try (var sandbox = Sandbox.start(options, transcript::step)) {
      return runIn(sandbox);
    }
  }

  /**
   * Runs it in a sandbox that is there already, and not stopped at its end.
   *
   * @throws IOException when the manifests are refused
   */
  public Outcome runIn(Sandbox sandbox) throws IOException, InterruptedException {
    sandbox.apply(manifests);
    transcript.step("applied %s: %s".formatted(manifests.name(), manifests.summary()));
    boolean running = follow(sandbox);
    if (sandbox.closed()) {
      return Outcome.STOPPED;
    }
    if (!running) {
      new Diagnosis(sandbox, manifests).print(transcript);
    }
    print(sandbox.meter().since(Meter.beginning()));
    return running ? Outcome.RUNNING : Outcome.NOT_RUNNING;
  }

  /** Something that may bring the pools on. */
  private sealed interface Sight {
    record OfPool(ApiObject pool) implements Sight {}

    record OfNode(ApiObject node) implements Sight {}

    record OfEvent(ApiObject event) implements Sight {}

    record NodeGone(String name) implements Sight {}

    record ManagerGone() implements Sight {}
  }

  private boolean follow(Sandbox sandbox) throws InterruptedException {
    long deadline = System.nanoTime() + timeout.toNanos();
    var sights = new LinkedBlockingQueue<Sight>();
    try (var _ = sandbox.kube().cache(GroupKind.MACHINE_POOL).subscribe(c -> pool(c, sights));
        var _ = sandbox.kube().cache(BuiltIns.NODE).subscribe(c -> node(c, sights));
        var _ = sandbox.kube().cache(BuiltIns.EVENT).subscribe(c -> event(c, sights))) {
      var _ = sandbox.manager().ended().thenRun(() -> sights.add(new Sight.ManagerGone()));
      var story =
          new PoolStory(
              manifests.of(GroupKind.MACHINE_POOL).stream()
                  .map(Manifests::key)
                  .collect(Collectors.toSet()));
      var warnings = new Warnings(manifests.objects());
      while (!story.finished()) {
        Sight sight = sights.poll(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
        if (sight == null) {
          transcript.step("not there after " + timeout.toSeconds() + " s");
          return false;
        }
        List<String> news =
            switch (sight) {
              case Sight.OfPool(ApiObject pool) -> story.pool(PoolSight.of(pool));
              case Sight.OfNode(ApiObject node) -> story.node(NodeSight.of(node));
              case Sight.OfEvent(ApiObject event) -> warnings.event(event).stream().toList();
              case Sight.NodeGone(String name) -> story.nodeGone(name);
              case Sight.ManagerGone _ -> List.of("the manager has ended");
            };
        if (sight instanceof Sight.ManagerGone) {
          if (!sandbox.closed()) {
            news.forEach(transcript::step);
          }
          return false;
        }
        news.forEach(transcript::step);
      }
      return true;
    }
  }

  private static void pool(Change change, LinkedBlockingQueue<Sight> sights) {
    if (!(change instanceof Change.Deleted)) {
      sights.add(new Sight.OfPool(change.object()));
    }
  }

  private static void node(Change change, LinkedBlockingQueue<Sight> sights) {
    ApiObject node = change.object();
    sights.add(
        change instanceof Change.Deleted
            ? new Sight.NodeGone(node.name())
            : new Sight.OfNode(node));
  }

  private static void event(Change change, LinkedBlockingQueue<Sight> sights) {
    if (!(change instanceof Change.Deleted)) {
      sights.add(new Sight.OfEvent(change.object()));
    }
  }

  private void print(Measured measured) {
    transcript.section(
        "Kubernetes requests of the manager since its start, beside %d of its lease and %d of events"
            .formatted(measured.requests().leases(), measured.requests().events()),
        TextTable.of(measured.requests()));
    transcript.section("Cloud calls of the manager", TextTable.of(measured.cloud()));
    measured
        .usage()
        .ifPresent(
            usage ->
                transcript.section(
                    "The manager's process",
                    List.of(
                        "resident memory %d MB, at most %d MB"
                            .formatted(usage.resident() / 1024, usage.peak() / 1024),
                        String.format(
                            Locale.ROOT, "CPU %.1f s", usage.cpu().toMillis() / 1000.0))));
  }
}
