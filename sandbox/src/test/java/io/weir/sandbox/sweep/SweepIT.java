package io.weir.sandbox.sweep;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
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
    sweep(sharedApiServer, TestCloudType.AWS);
  }

  /** Lifecycles that are cut off at one write each. */
  static void sweep(SharedApiServer sharedApiServer, TestCloudType testCloudType)
      throws InterruptedException {
    List<SoakCase.CutAt> cuts =
        SoakCase.ofThisRun(SoakCase.CutAt.class).stream()
            .filter(cut -> cut.cloudType() == testCloudType)
            .toList();
    Assumptions.assumeFalse(cuts.isEmpty(), "none is among the cases of this run");
    LifecycleBaseline like = sharedApiServer.unbroken(testCloudType);
    int writes = like.writes().size();
    assertThat(testCloudType.writes())
        .as("all writes are among the cases")
        .isGreaterThanOrEqualTo(writes);
    List<Callable<Boolean>> lives =
        cuts.stream()
            .filter(cut -> cut.write() <= writes)
            .map(SweepIT::broken)
            .<Callable<Boolean>>map(
                interruptedLifecycle -> () -> interruptedLifecycle.run(sharedApiServer, like))
            .toList();

    List<Boolean> cut = ParallelRuns.runAll(AT_ONCE, lives);

    long came = cut.stream().filter(it -> it).count();
    System.out.printf(
        "crash sweep, %s: %d writes %s, %d lives, %d of them cut off; %s%n",
        like.cloudType(), writes, like.writesByPhase(), cut.size(), came, DrawnCases.ofThisRun());
    // A lifecycle may do with a few writes less than the one that was counted.
    assertThat(came * 2).isGreaterThanOrEqualTo(cut.size());
  }

  private static InterruptedLifecycle broken(SoakCase.CutAt cut) {
    String side = cut.side().name().toLowerCase(Locale.ROOT);
    return new InterruptedLifecycle(
        cut.cloudType().lifecycleName("cut%d%s".formatted(cut.write(), side)),
        new ManagerCutoff(cut.write(), cut.side()));
  }
}
