package io.weir.kernel.election;

import io.weir.kernel.kube.KubeClient;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** One that takes part in the election. */
final class ElectionCandidate implements LeaderElection.Callbacks, AutoCloseable {
  final CountDownLatch started = new CountDownLatch(1);
  final CountDownLatch lost = new CountDownLatch(1);
  final CountDownLatch wentBack = new CountDownLatch(1);
  final LeaderElection election;
  volatile LeaderElection.Acquisition acquired;

  ElectionCandidate(KubeClient client, LeaseSettings settings) {
    this(client, settings, () -> {});
  }

  /** One that looks at the lease, and begins after something else has been done. */
  ElectionCandidate(KubeClient client, LeaseSettings settings, Runnable between) {
    election = new LeaderElection(client, settings, this);
    election.look();
    between.run();
    election.start();
  }

  @Override
  public void onStartedLeading(LeaderElection.Acquisition acquisition) {
    acquired = acquisition;
    started.countDown();
  }

  @Override
  public void onHistoryWentBack() {
    wentBack.countDown();
  }

  @Override
  public void onStoppedLeading() {
    lost.countDown();
  }

  /** Waits until it leads; tells whether it does. */
  boolean leads() throws InterruptedException {
    return started.await(1, TimeUnit.MINUTES);
  }

  /** Waits until it leads, and ends it. */
  void leadsAndGivesBack() {
    try (this) {
      if (!leads()) {
        throw new AssertionError("it does not lead");
      }
    } catch (InterruptedException hurried) {
      throw new AssertionError(hurried);
    }
  }

  /** Waits until it leads no longer; tells whether that is so. */
  boolean loses() throws InterruptedException {
    return lost.await(1, TimeUnit.MINUTES);
  }

  @Override
  public void close() {
    election.close();
  }
}
