package io.weir.provider.kit;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.weir.provider.DesiredState;
import io.weir.provider.Instance;
import io.weir.provider.Observation;
import io.weir.provider.ObservedState;
import io.weir.provider.Ownership;
import io.weir.provider.ProviderReport;
import java.util.List;

/**
 * A pool on its cloud.
 *
 * @param cloud empty but for what the test makes
 * @param reconciler looks after the pool
 * @param pool three machines
 */
record PoolUnderTest<D extends DesiredState, O extends ObservedState>(
    CloudUnderTest<D, O> cloud, TestReconciler<D, O> reconciler, PoolObjects pool) {

  private static final int MARKED_AT_MOST = 5;
  private static final int ROUNDS_AT_MOST = 10;

  /** The name of the pool. */
  static final String NAME = "workers";

  /** What is reported once everything is made, in as many rounds as the cloud needs. */
  ProviderReport settled() throws Exception {
    ProviderReport report = reconciler.converge(pool);
    int writes = -1;
    for (int round = 0; round < ROUNDS_AT_MOST && cloud.writeCount() > writes; round++) {
      writes = cloud.writeCount();
      cloud.completePendingWork();
      report = reconciler.converge(pool);
    }
    return report;
  }

  /** Deletes all of it. */
  void deleteWhole() throws Exception {
    deleteWhole(pool);
  }

  /** Deletes all that is that pool's. */
  void deleteWhole(PoolObjects objects) throws Exception {
    for (int pass = 0; pass < 5 && !reconciler.delete(objects); pass++) {
      cloud.completePendingWork();
    }
    assertThat(reconciler.delete(objects)).isTrue();
  }

  /**
   * Passes that mark, each with one write after which it ends, and make what there is the pool's;
   * then one that finds nothing to do.
   */
  void assertOnlyMarks(PoolObjects objects, String first) throws Exception {
    assertMarksUntilOwned(objects, first);
    assertThat(reconciler.convergeOnce(objects)).isEmpty();
  }

  /** Passes that mark, each with one write after which it ends, until all is the pool's. */
  void assertMarksUntilOwned(PoolObjects objects, String first) throws Exception {
    int writes = cloud.writeCount();
    assertThat(reconciler.convergeOnce(objects)).containsExactly(first);
    int passes = 1;
    // A template follows the group that uses it.
    for (; passes < MARKED_AT_MOST && !areOurs(objects); passes++) {
      assertThat(reconciler.convergeOnce(objects)).containsExactly("Relabel");
    }
    assertThat(areOurs(objects)).as("marks are shown once the cloud has accepted them").isTrue();
    assertThat(cloud.writeCount()).isEqualTo(writes + passes);
  }

  private boolean areOurs(PoolObjects objects) throws Exception {
    return ownerships(objects).stream().allMatch(each -> each instanceof Ownership.Ours);
  }

  /** What the cloud shows of it, which must be something. */
  O seen() throws Exception {
    return shown(reconciler.observe(pool));
  }

  /** The same with all details. */
  O seenInDetail() throws Exception {
    String name = reconciler.provider().cloudName(pool.pool());
    return shown(
        reconciler.withDetails(reconciler.scope(pool), name, reconciler.observe(pool), true));
  }

  private O shown(Observation<O> seen) {
    return seen.observedState()
        .orElseThrow(
            () ->
                new AssertionError(
                    "%s is not shown: show a pool from when its creation is accepted, at first without instances"
                        .formatted(NAME)));
  }

  /** The machines that the cloud shows, by their provider IDs. */
  List<String> instances() throws Exception {
    return seen().instances().stream().map(Instance::providerId).sorted().toList();
  }

  /** Whose that is, in the eyes of a pool. */
  List<Ownership> ownerships(PoolObjects other) throws Exception {
    return seen().ownerships(reconciler.identity(other), reconciler.annotations(other));
  }

  /** The provider IDs of a report. */
  static List<String> members(ProviderReport providerReport) {
    return providerReport
        .spec()
        .path("providerIDList")
        .valueStream()
        .map(JsonNode::asText)
        .toList();
  }
}
