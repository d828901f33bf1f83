package io.weir.provider.kit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.weir.provider.DesiredState;
import io.weir.provider.ObservedState;
import io.weir.provider.Ownership;
import io.weir.provider.ProviderReport;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What is the pool's and says so in another form is marked anew before all else. */
abstract class RelabelContract<D extends DesiredState, O extends ObservedState>
    extends OpenedPoolContract<D, O> {
  private static final String RELABEL = "Relabel";

  RelabelContract(Supplier<PoolUnderTest<D, O>> opened) {
    super(opened);
  }

  @Test
  void ofAPoolThatMovedFollowsTheWordOfAdministratorsAndNothingElseDoes() throws Exception {
    ProviderReport before = underTest.settled();
    moveFromAListedManagementCluster();

    underTest.assertOnlyMarks(pool, RELABEL);

    // Some clouds call a scale set changing until its tags are.
    cloud.completePendingWork();
    assertThat(testReconciler.converge(pool)).isEqualTo(before);
  }

  @Test
  void endsThePassSoThatOfTwoManagersThatMarkAtOnceOnlyTheLastGoesOn() throws Exception {
    ProviderReport _ = underTest.settled();
    moveFromAListedManagementCluster();
    pool.setReplicas(4);

    underTest.assertMarksUntilOwned(pool, RELABEL);
    // Some clouds take no other write until the marks are there.
    cloud.completePendingWork();

    assertThat(testReconciler.convergeOnce(pool)).isNotEmpty().doesNotContain(RELABEL);
  }

  @Test
  void ofAPoolThatMovedComesBeforeItsDeletion() throws Exception {
    ProviderReport _ = underTest.settled();
    moveFromAListedManagementCluster();

    assertThat(testReconciler.deleteOnce(pool)).containsExactly(RELABEL);
    assertThat(cloud.countScaleSets(PoolUnderTest.NAME)).isOne();
    underTest.deleteWhole();

    assertThat(cloud.countScaleSets(PoolUnderTest.NAME)).isZero();
  }

  @Test
  void waitsForAdministratorsWhileTheFormerManagementClusterIsNotListed() throws Exception {
    ProviderReport _ = underTest.settled();
    pool.moveTo("elsewhere").setFormerManagementClusters("yet another").setReplicas(1);
    testReconciler.restart();
    int writes = cloud.writeCount();

    assertThat(testReconciler.convergeOnce(pool)).isEmpty();
    assertThat(testReconciler.deleteOnce(pool)).isEmpty();
    assertThat(testReconciler.delete(pool)).as("its machines would leak").isFalse();
    assertThat(testReconciler.transcript().getLast())
        .contains("left alone: ", "former-management-clusters", "remove its finalizer");

    assertThat(underTest.ownerships(pool)).anyMatch(each -> each instanceof Ownership.Held);
    assertThat(cloud.writeCount()).isEqualTo(writes);
  }

  @ParameterizedTest
  @EnumSource
  void isRepeatedUntilTheMarksAreSeenWhateverBefallsIt(Fault fault) throws Exception {
    List<String> before = PoolUnderTest.members(underTest.settled());
    moveFromAListedManagementCluster();
    cloud.failWrite(fault);

    Throwable thrown = catchThrowable(() -> testReconciler.converge(pool));
    testReconciler.restart();
    List<String> after = PoolUnderTest.members(testReconciler.converge(pool));

    assertThat(thrown).isExactlyInstanceOf(fault.writeException());
    assertThat(after).isEqualTo(before);
    assertThat(underTest.ownerships(pool))
        .isNotEmpty()
        .allMatch(each -> each instanceof Ownership.Ours);
  }

  private void moveFromAListedManagementCluster() {
    pool.moveTo("elsewhere").setFormerManagementClusters("here");
    testReconciler.restart();
  }
}
