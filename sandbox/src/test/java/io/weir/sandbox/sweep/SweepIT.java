package io.weir.sandbox.sweep;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The manager's death at each of its writes, of which {@link DrawnCases} takes some. */
@Tag("sweep")
@WithSharedApiServer
class SweepIT {

  private static final int AT_ONCE = 14;

  @Test
  void aLifeCutOffAtAnyWriteEndsLikeAnUnbrokenOne(SharedApiServer sharedApiServer)
      throws Exception {
    sweep(
        sharedApiServer,
        List.of(TestCloudType.AWS, TestCloudType.AWS_ROLLED, TestCloudType.AWS_HELD));
  }

  /** Lifecycles that are cut off at one write each. */
  static void sweep(SharedApiServer sharedApiServer, List<TestCloudType> types)
      throws InterruptedException {
    Map<TestCloudType, List<SoakCase.CutAt>> cuts =
        SoakCase.ofThisRun(SoakCase.CutAt.class).stream()
            .filter(cut -> types.contains(cut.cloudType()))
            .collect(Collectors.groupingBy(SoakCase.CutAt::cloudType));
    Assumptions.assumeFalse(cuts.isEmpty(), "none is among the cases of this run");
    int atOnce = Math.max(1, AT_ONCE / cuts.size());
    List<Callable<Integer>> sweeps = new ArrayList<>();
    cuts.forEach((type, ofType) -> sweeps.add(() -> sweep(sharedApiServer, type, ofType, atOnce)));
    ParallelRuns.runAll(sweeps.size(), sweeps);
  }

  private static int sweep(
      SharedApiServer sharedApiServer,
      TestCloudType testCloudType,
      List<SoakCase.CutAt> cuts,
      int atOnce)
      throws InterruptedException {
    LifecycleBaseline like = sharedApiServer.unbroken(testCloudType);
    int writes = like.writes().size();
    assertThat(testCloudType.writes())
        .as("all writes are among the cases")
        .isGreaterThanOrEqualTo(writes);
    List<SoakCase.CutAt> tried = cuts.stream().filter(cut -> cut.write() <= writes).toList();
    List<Callable<Boolean>> lives =
        tried.stream()
            .map(InterruptedLifecycle::of)
            .<Callable<Boolean>>map(
                interruptedLifecycle -> () -> interruptedLifecycle.run(sharedApiServer, like))
            .toList();

    List<Boolean> came = ParallelRuns.runAll(atOnce, lives);

    System.out.printf(
        "crash sweep, %s: %d writes %s, %d lives, %d of them cut off; %s%n",
        like.cloudType(),
        writes,
        like.writesByPhase(),
        came.size(),
        came.stream().filter(it -> it).count(),
        DrawnCases.ofThisRun());
    // A lifecycle may do with a few writes less than the one that was counted.
    for (int i = 0; i < came.size(); i++) {
      if (tried.get(i).write() <= writes / 2) {
        assertThat(came.get(i)).as("%s has come", tried.get(i)).isTrue();
      }
    }
    return came.size();
  }
}
