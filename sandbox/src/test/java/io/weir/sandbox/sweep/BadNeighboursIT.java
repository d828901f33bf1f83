package io.weir.sandbox.sweep;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.GroupKind;
import io.weir.api.ObjectKey;
import io.weir.clouds.Journal.Call;
import io.weir.kernel.kube.RequestListener;
import io.weir.manager.EmbeddedManager.Hooks;
import io.weir.sandbox.sweep.CountedPasses.Pass;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Pools of one manager whose workload cluster hangs, or whose region swallows packets. */
@Tag("soak")
@WithSharedApiServer
class BadNeighboursIT {
  private static final String NAME = "neighbours";
  private static final String HANGING = "hanging";
  private static final String SILENT = "silent";
  private static final String SILENT_REGION = "us-silent-1";
  private static final int ON_HANGING_CLUSTER = 40;
  private static final int IN_SILENT_REGION = 10;
  private static final ObjectKey HEALTHY = new ObjectKey(NAME, PoolLifecycleRun.POOL);
  private static final int SIZES = 60;
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final Duration LIMIT = Duration.ofSeconds(10);

  /** What a pass takes that meets the cluster which hangs. */
  private static final Duration LONG = Duration.ofSeconds(4);

  /** What the work of fifty pools more may add on a machine of two cores. */
  private static final Duration SLACK = Duration.ofMillis(50);

  private static final Duration LOOK = Duration.ofMillis(5);
  private static final Duration BETWEEN = Duration.ofMillis(300);

  @RunIfDrawn(SoakCase.Single.BAD_NEIGHBOURS)
  @Test
  void keepNoPoolFromItsCloudAndDoNotDoubleTheTimeOfItsPasses(SharedApiServer sharedApiServer)
      throws Exception {
    var passes = new CountedPasses();
    var hooks = new Hooks(RequestListener.NONE, passes, UnaryOperator.identity(), () -> {});
    try (var run = new PoolLifecycleRun(sharedApiServer, NAME, TestCloudType.AWS);
        var hanging = new HangingApiServer(() -> membersOnHangingCluster(sharedApiServer));
        var silent = new SilentRegion(run.cloud().endpoint(), SILENT_REGION);
        var _ = RestartingManager.start(run, arguments(run, silent.endpoint()), hooks)) {
      run.startPhase(LifecyclePhase.CREATE);
      assertThat(run.awaitPhaseEnd(LifecyclePhase.CREATE, PATIENCE)).isTrue();
      Period alone = Period.of(run, passes);

      var neighbours = new BadNeighbours(sharedApiServer.kube().client(), NAME);
      neighbours.create(
          HANGING, AwsTestCloud.region(NAME), hanging.kubeconfig(), ON_HANGING_CLUSTER);
      neighbours.create(
          SILENT, SILENT_REGION, sharedApiServer.access().workload(), IN_SILENT_REGION);
      awaitUntil(() -> hanging.writes() >= 2 && silent.waiting() >= 1);
      int writes = hanging.writes();
      int before = silent.swallowed() - silent.waiting();
      Period beside = Period.of(run, passes);
      if (beside.slowest().compareTo(LIMIT) >= 0) {
        System.out.println("measured again on a busy machine, beside bad neighbours: " + beside);
        beside = Period.of(run, passes);
      }
      int swallowed = silent.swallowed() - before;

      System.out.printf(
          "alone: %s%nbeside bad neighbours: %s; %d writes hung, %d calls were swallowed%n",
          alone, beside, hanging.writes() - writes, swallowed);
      assertThat(beside.passes)
          .filteredOn(BadNeighboursIT::hung)
          .extracting(Pass::controller)
          .contains("machinepool", "kubeadmconfig");
      assertThat(swallowed).as("calls that nobody answered").isPositive();
      assertThat(beside.slowest()).isLessThan(LIMIT);
      assertThat(beside.ninetyNinth()).isLessThan(alone.ninetyNinth().multipliedBy(2).plus(SLACK));
      // Left behind, its token would run out unrenewed, which the watchman tells of.
      run.startPhase(LifecyclePhase.DELETE);
      assertThat(run.awaitPhaseEnd(LifecyclePhase.DELETE, PATIENCE)).isTrue();
    }
  }

  private static void awaitUntil(BooleanSupplier come) throws InterruptedException {
    long start = System.nanoTime();
    while (!come.getAsBoolean()) {
      assertThat(System.nanoTime() - start).isLessThan(PATIENCE.toNanos());
      Thread.sleep(LOOK);
    }
  }

  private static boolean hung(Pass pass) {
    return pass.key().name().startsWith(HANGING) && pass.ran().compareTo(LONG) >= 0;
  }

  /** The workers of a manager that is not told how many. */
  private static List<String> arguments(PoolLifecycleRun run, URI endpoint) {
    var arguments = new ArrayList<>(run.arguments(NAME));
    arguments.removeIf(
        argument ->
            argument.startsWith("--set=aws.endpoint=") || argument.startsWith("--concurrency="));
    arguments.add("--set=aws.endpoint=" + endpoint);
    return arguments;
  }

  private static Set<String> membersOnHangingCluster(SharedApiServer sharedApiServer) {
    return sharedApiServer.cache(GroupKind.MACHINE_POOL).list().stream()
        .filter(pool -> pool.namespace().equals(NAME) && pool.name().startsWith(HANGING))
        .flatMap(pool -> pool.at("/spec/providerIDList").valueStream())
        .map(id -> id.asText())
        .collect(Collectors.toSet());
  }

  /**
   * A while in which somebody resizes the healthy pool all the time.
   *
   * @param delays from each edit to the call that the cloud got for it
   * @param passes all that ended meanwhile
   */
  private record Period(List<Duration> delays, List<Pass> passes) {
    static Period of(PoolLifecycleRun run, CountedPasses counted) throws InterruptedException {
      List<Pass> _ = counted.take();
      var delays = new ArrayList<Duration>();
      for (int i = 0; i < SIZES; i++) {
        delays.add(resize(run, size(i)));
        Thread.sleep(BETWEEN);
      }
      return new Period(delays, counted.take());
    }

    /** From 8 down to 2 and up again: never to and fro, which Weir would take for two writers. */
    private static int size(int step) {
      return 2 + Math.abs(6 - step % 12);
    }

    private static Duration resize(PoolLifecycleRun run, int replicas) throws InterruptedException {
      Instant asked = Instant.now();
      run.resize(replicas);
      awaitUntil(() -> asked(run, asked).isPresent());
      return Duration.between(asked, asked(run, asked).orElseThrow());
    }

    /** The pool grows by its group's size, and shrinks by the end of a machine. */
    private static Optional<Instant> asked(PoolLifecycleRun run, Instant since) {
      return run.cloud().journal().calls().reversed().stream()
          .takeWhile(call -> !call.at().isBefore(since))
          .filter(call -> call.wrote() && isResize(call))
          .map(Call::at)
          .findFirst();
    }

    /** Of all pools this one alone is resized. */
    private static boolean isResize(Call call) {
      return call.action().equals("TerminateInstanceInAutoScalingGroup")
          || (call.action().equals("UpdateAutoScalingGroup")
              && call.resource().contains(HEALTHY.name()));
    }

    Duration slowest() {
      return Collections.max(delays);
    }

    /** Of the healthy pool. */
    Duration ninetyNinth() {
      return CountedPasses.ninetyNinth(ofHealthy());
    }

    private List<Pass> ofHealthy() {
      return passes.stream().filter(pass -> pass.key().equals(HEALTHY)).toList();
    }

    @Override
    public String toString() {
      Pass last = Collections.max(ofHealthy(), Comparator.comparing(Pass::took));
      return ("sizes reach the cloud within %d ms, 99 of 100 of %d passes take %d ms at most; one"
              + " of the %s controller waited %d ms and ran %d ms")
          .formatted(
              slowest().toMillis(),
              ofHealthy().size(),
              ninetyNinth().toMillis(),
              last.controller(),
              last.waited().toMillis(),
              last.ran().toMillis());
    }
  }
}
