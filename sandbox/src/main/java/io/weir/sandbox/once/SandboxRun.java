package io.weir.sandbox.once;

import io.weir.api.ApiObject;
import io.weir.api.GroupKind;
import io.weir.kernel.cache.Change;
import io.weir.kernel.kube.BuiltInKinds;
import io.weir.sandbox.Sandbox;
import io.weir.sandbox.SandboxOptions;
import io.weir.sandbox.objects.Manifests;
import io.weir.sandbox.usage.CountsTable;
import io.weir.sandbox.usage.ManagerUsage;
import io.weir.sandbox.usage.UsageMeter;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/** Starts a sandbox, applies manifests, follows their pools until they run, and stops it. */
public final class SandboxRun {
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
  public SandboxRun(Manifests manifests, Duration timeout, Transcript transcript) {
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
    if (sandbox.isClosed()) {
      return Outcome.STOPPED;
    }
    if (!running) {
      new Diagnosis(sandbox, manifests).print(transcript);
    }
    print(sandbox.usageMeter().since(UsageMeter.beginning()));
    return running ? Outcome.RUNNING : Outcome.NOT_RUNNING;
  }

  /** Something that may bring the pools on. */
  private sealed interface Update {
    record OfPool(ApiObject pool) implements Update {}

    record OfNode(ApiObject node) implements Update {}

    record OfEvent(ApiObject event) implements Update {}

    record NodeGone(String name) implements Update {}

    record ManagerGone() implements Update {}
  }

  private boolean follow(Sandbox sandbox) throws InterruptedException {
    long deadline = System.nanoTime() + timeout.toNanos();
    var sights = new LinkedBlockingQueue<Update>();
    try (var _ = sandbox.kube().cache(GroupKind.MACHINE_POOL).subscribe(c -> pool(c, sights));
        var _ = sandbox.kube().cache(BuiltInKinds.NODE).subscribe(c -> node(c, sights));
        var _ = sandbox.kube().cache(BuiltInKinds.EVENT).subscribe(c -> event(c, sights))) {
      var _ = sandbox.manager().whenEnded().thenRun(() -> sights.add(new Update.ManagerGone()));
      var story =
          new PoolProgress(
              manifests.of(GroupKind.MACHINE_POOL).stream()
                  .map(Manifests::keyOf)
                  .collect(Collectors.toSet()));
      var warningEvents = new WarningEvents(manifests.objects());
      while (!story.isFinished()) {
        Update update = sights.poll(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
        if (update == null) {
          transcript.step("not Running after " + timeout.toSeconds() + " s");
          return false;
        }
        List<String> activity =
            switch (update) {
              case Update.OfPool(ApiObject pool) -> story.updatePool(PoolSummary.of(pool));
              case Update.OfNode(ApiObject node) -> story.updateNode(NodeSummary.of(node));
              case Update.OfEvent(ApiObject event) ->
                  warningEvents.messageFor(event).stream().toList();
              case Update.NodeGone(String name) -> story.removeNode(name);
              case Update.ManagerGone _ -> List.of("the manager has exited");
            };
        if (update instanceof Update.ManagerGone) {
          if (!sandbox.isClosed()) {
            activity.forEach(transcript::step);
          }
          return false;
        }
        activity.forEach(transcript::step);
      }
      return true;
    }
  }

  private static void pool(Change change, LinkedBlockingQueue<Update> sights) {
    if (!(change instanceof Change.Deleted)) {
      sights.add(new Update.OfPool(change.object()));
    }
  }

  private static void node(Change change, LinkedBlockingQueue<Update> sights) {
    ApiObject node = change.object();
    sights.add(
        change instanceof Change.Deleted
            ? new Update.NodeGone(node.name())
            : new Update.OfNode(node));
  }

  private static void event(Change change, LinkedBlockingQueue<Update> sights) {
    if (!(change instanceof Change.Deleted)) {
      sights.add(new Update.OfEvent(change.object()));
    }
  }

  private void print(ManagerUsage managerUsage) {
    transcript.section(
        "Kubernetes requests of the manager since its start, besides %d for its lease and %d for events"
            .formatted(managerUsage.requests().leases(), managerUsage.requests().events()),
        CountsTable.of(managerUsage.requests()));
    transcript.section("Cloud calls of the manager", CountsTable.of(managerUsage.cloud()));
    managerUsage
        .usage()
        .ifPresent(
            usage ->
                transcript.section(
                    "The manager's process",
                    List.of(
                        "resident memory %d MB, peak %d MB"
                            .formatted(usage.resident() / 1024, usage.peak() / 1024),
                        String.format(
                            Locale.ROOT, "CPU %.1f s", usage.cpu().toMillis() / 1000.0))));
  }
}
