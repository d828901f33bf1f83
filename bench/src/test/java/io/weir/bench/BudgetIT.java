package io.weir.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.bench.BenchResults.Round;
import io.weir.sandbox.Sandbox;
import io.weir.sandbox.objects.SandboxCloud;
import io.weir.sandbox.once.Transcript;
import io.weir.sandbox.usage.ManagerUsage;
import io.weir.sandbox.usage.RequestCounts;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Holds the manager to its budget, in counts. A busy machine can only raise them, as more is
 * observed between two changes that come together elsewhere: what exceeds the budget is measured
 * again, and the least of a few measurements counts.
 */
@Tag("explore")
class BudgetIT {

  private static final int MEASUREMENTS = 3;

  private static final int POOLS = 10;

  /** One pool alone may be told of a look that comes in between, on a machine that is busy. */
  private static final double ALONE = 1.2;

  @ParameterizedTest
  @EnumSource
  void poolsOfEveryCloudKeepToIt(SandboxCloud sandboxCloud) throws Exception {
    var progress = new Transcript(System.out, System::nanoTime);
    try (var sandbox =
        Sandbox.start(BenchPlan.sandboxOptions().with(sandboxCloud), progress::step)) {
      for (int measurement = 1; measurement < MEASUREMENTS; measurement++) {
        try {
          assertWithinBudget(sandbox, progress, "m" + measurement);
          return;
        } catch (AssertionError exceeded) {
          progress.step("measured again, as " + exceeded.getMessage());
        }
      }
      assertWithinBudget(sandbox, progress, "m" + MEASUREMENTS);
    }
  }

  private static void assertWithinBudget(Sandbox sandbox, Transcript progress, String prefix)
      throws Exception {
    SandboxCloud sandboxCloud = sandbox.cloud();
    var plan = BenchPlan.of(POOLS, 3, Duration.ofMinutes(5)).withRestart();
    BenchResults benchResults = new Bench(sandbox, plan, progress, prefix).run();
    new BenchReport(sandboxCloud, plan, benchResults).lines().forEach(System.out::println);
    Round alone = benchResults.rounds().getFirst();
    Round together = benchResults.rounds().getLast();
    // A look at a Kapsule cluster is three calls. On a busy machine one look more comes in between.
    assertThat(alone.measured().cloud().total())
        .as("cloud calls alone")
        .isLessThanOrEqualTo(sandboxCloud == SandboxCloud.AWS ? 8 + 2 : 12 + 3);
    // Ten share what a hundred would.
    assertThat(together.measured().cloud().total())
        .as("cloud calls together")
        .isLessThanOrEqualTo(5 * POOLS);
    benchResults.rounds().forEach(round -> assertRequests(sandboxCloud, round));
    assertUnchanged(benchResults.restart().orElseThrow());
  }

  private static void assertRequests(SandboxCloud sandboxCloud, Round round) {
    RequestCounts requests = round.measured().requests();
    assertThat(requests.total()).as(round.title()).isLessThanOrEqualTo(most(round, 20));
    assertThat(requests.of("machinepools", "patch"))
        .as(round.title())
        .isLessThanOrEqualTo(most(round, sandboxCloud == SandboxCloud.AWS ? 6 : 7));
    assertThat(requests.of(BenchReport.plural(sandboxCloud), "patch"))
        .as(round.title())
        .isLessThanOrEqualTo(most(round, sandboxCloud == SandboxCloud.AWS ? 5 : 8));
    assertThat(requests.events()).as(round.title()).isLessThanOrEqualTo(most(round, 6));
  }

  private static long most(Round round, int each) {
    return round.pools() == 1 ? (long) Math.ceil(each * ALONE) : (long) each * round.pools();
  }

  private static void assertUnchanged(ManagerUsage restart) {
    assertThat(restart.requests().total()).as("requests of a restart").isLessThanOrEqualTo(40);
    assertThat(restart.requests().writes()).as("writes of a restart").isZero();
    assertThat(restart.cloud().total()).as("cloud calls of a restart").isLessThanOrEqualTo(10);
    assertThat(restart.cloud().writes()).as("cloud writes of a restart").isZero();
  }
}
