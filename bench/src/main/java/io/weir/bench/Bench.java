package io.weir.bench;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.ApiObject;
import io.weir.bench.BenchResults.Round;
import io.weir.sandbox.Sandbox;
import io.weir.sandbox.once.Transcript;
import io.weir.sandbox.usage.ManagerUsage;
import io.weir.sandbox.usage.UsageMeter;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

/** Creates pools on a running sandbox and counts what the manager does about them. */
final class Bench {
  private static final String NAMESPACE = "default";
  private static final Duration ATTACH = Duration.ofMinutes(3);

  private final Sandbox sandbox;
  private final BenchPlan plan;
  private final Transcript progress;
  private final String prefix;
  private final ManagerIdleWait managerIdleWait;
  private final MemoryMeter memoryMeter;
  private final List<String> clusters;
  private final List<String> created = new ArrayList<>();

  Bench(Sandbox sandbox, BenchPlan plan, Transcript progress) {
    this(sandbox, plan, progress, "");
  }

  /**
   * A measurement.
   *
   * @param prefix of the names of its pools, to tell them from those of an earlier one
   */
  Bench(Sandbox sandbox, BenchPlan plan, Transcript progress, String prefix) {
    this.sandbox = sandbox;
    this.plan = plan;
    this.progress = progress;
    this.prefix = prefix;
    this.managerIdleWait = new ManagerIdleWait(sandbox.controlPlane().auditLog());
    this.memoryMeter = new MemoryMeter(sandbox.manager(), plan.memory());
    this.clusters = BenchedObjects.clusterNames(plan.clusters());
  }

  BenchResults run() throws IOException, InterruptedException {
    attach();
    Optional<CreationFloor.Result> floor = floor();
    var rounds = new ArrayList<Round>();
    rounds.add(round("one alone", prefix + "alone", 1));
    rounds.add(round(plan.pools() + " at once", prefix + "pool", plan.pools()));
    if (plan.additionalPools() > 0) {
      rounds.add(round(plan.additionalPools() + " more", prefix + "more", plan.additionalPools()));
    }
    return new BenchResults(
        floor, rounds, idle(), restart(), outage(), capacity(), deletion(), memoryMeter.readings());
  }

  private void attach() throws IOException, InterruptedException {
    new BenchedClusters(sandbox, NAMESPACE, clusters).attach();
    managerIdleWait.await();
    progress.step(
        clusters.size() == 1
            ? "the cluster is attached"
            : clusters.size() + " clusters are attached");
    readMemory("nothing but the clusters");
  }

  private Optional<CreationFloor.Result> floor() throws IOException, InterruptedException {
    if (!plan.floor()) {
      return Optional.empty();
    }
    List<String> names = IntStream.range(0, plan.pools()).mapToObj(i -> "floor-" + i).toList();
    List<List<ObjectNode>> objects =
        BenchedObjects.unattendedPools(
            sandbox.cloud(), NAMESPACE, clusters, names, plan.replicas());
    Duration alone = new CreationFloor(sandbox).measure(objects);
    progress.step("the same objects were created without the manager");
    managerIdleWait.await();
    Duration reviewed =
        new ReviewedCreation(sandbox)
            .measure(objects.stream().map(plan.contract()::objects).toList());
    progress.step("the same objects were created with the manager's reviews alone");
    managerIdleWait.await();
    return Optional.of(new CreationFloor.Result(alone, reviewed));
  }

  private Round round(String title, String series, int pools)
      throws IOException, InterruptedException {
    List<String> names = IntStream.range(0, pools).mapToObj(i -> series + "-" + i).toList();
    List<List<ObjectNode>> objects =
        BenchedObjects.pools(sandbox.cloud(), NAMESPACE, clusters, names, plan.replicas()).stream()
            .map(plan.contract()::objects)
            .toList();
    created.addAll(names);
    UsageMeter.Mark before = sandbox.usageMeter().mark();
    try (var recorder =
        TimelineRecorder.start(
            sandbox.kube(), sandbox.cloud(), NAMESPACE, names, plan.replicas())) {
      ParallelRunner.run(objects, pool -> create(pool, recorder));
      progress.step("%s: created".formatted(title));
      if (!recorder.awaitAll(plan.timeout())) {
        throw new IOException(
            "%d of %d pools are not Running after %d s, such as %s"
                .formatted(
                    recorder.missing().size(),
                    pools,
                    plan.timeout().toSeconds(),
                    recorder.missing().iterator().next()));
      }
      progress.step("%s: all Running".formatted(title));
      managerIdleWait.await();
      ManagerUsage managerUsage = sandbox.usageMeter().since(before);
      progress.step("%s: the manager is idle again".formatted(title));
      readMemory(title);
      return new Round(title, pools, recorder.timeline(sandbox.journal()), managerUsage);
    }
  }

  private Optional<DeletionRound.Result> deletion() throws IOException, InterruptedException {
    if (!plan.deletion()) {
      return Optional.empty();
    }
    DeletionRound.Result result =
        new DeletionRound(sandbox, NAMESPACE, created, plan.timeout()).run();
    progress.step(
        "all pools are deleted; half of them took %d s, 99 of 100 %d s"
            .formatted(result.each().median().toSeconds(), result.each().p99().toSeconds()));
    readMemory("deletion");
    return Optional.of(result);
  }

  private Optional<ManagerUsage> idle() throws IOException, InterruptedException {
    if (plan.idle().isZero()) {
      return Optional.empty();
    }
    UsageMeter.Mark before = sandbox.usageMeter().mark();
    // Time is what is measured here; there is nothing to wait for.
    TimeUnit.NANOSECONDS.sleep(plan.idle().toNanos());
    progress.step("idle for %d s".formatted(plan.idle().toSeconds()));
    return Optional.of(sandbox.usageMeter().since(before));
  }

  private Optional<ManagerUsage> restart() throws IOException, InterruptedException {
    if (!plan.restart()) {
      return Optional.empty();
    }
    sandbox.manager().stop();
    UsageMeter.Mark before = sandbox.usageMeter().mark();
    sandbox.manager().restart();
    sandbox.awaitLeading(before.requests(), ATTACH);
    managerIdleWait.await();
    progress.step("the manager has been restarted and is idle again");
    ManagerUsage usage = sandbox.usageMeter().since(before);
    readMemory("restart");
    return Optional.of(usage);
  }

  private Optional<OutageRound.Result> outage() throws IOException, InterruptedException {
    if (!plan.outage()) {
      return Optional.empty();
    }
    OutageRound.Result result = new OutageRound(sandbox, managerIdleWait, memoryMeter).run();
    progress.step(
        "the API server was away for %d s, and the manager is idle %d s later; it has read %d MB"
            .formatted(
                result.down().toSeconds(),
                result.busy().toSeconds(),
                result.bytesRead() / (1024 * 1024)));
    readMemory("outage");
    return Optional.of(result);
  }

  private Optional<CapacityRound.Result> capacity() throws IOException, InterruptedException {
    if (plan.noCapacity().isZero()) {
      return Optional.empty();
    }
    CapacityRound.Result result = new CapacityRound(sandbox, NAMESPACE, created, plan).run();
    managerIdleWait.await();
    progress.step(
        "there was no capacity for %d s, %d of %d pools said so after %d s at most, and all are complete again %d s later"
            .formatted(
                result.time().toSeconds(),
                result.told().count(),
                result.pools(),
                result.told().longest().toSeconds(),
                result.recovered().toSeconds()));
    readMemory("no capacity");
    return Optional.of(result);
  }

  private void readMemory(String title) throws IOException, InterruptedException {
    memoryMeter
        .read(title)
        .ifPresent(
            reading ->
                progress.step(
                    "the manager's heap holds %d MB; at most, %d MB were in use, and %d MB resident"
                        .formatted(
                            reading.live(),
                            reading.before().peak(),
                            reading.process().peak() / 1024)));
  }

  private void create(List<ObjectNode> objects, TimelineRecorder recorder) {
    objects.forEach(new ObjectCreation(sandbox)::create);
    recorder.created(new ApiObject(objects.getLast()).name());
  }
}
