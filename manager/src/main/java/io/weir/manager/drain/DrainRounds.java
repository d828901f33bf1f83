package io.weir.manager.drain;

import io.weir.api.ObjectKey;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.function.Supplier;

/** Keeps rounds few: a cluster that lets requests wait must not keep others from theirs. */
final class DrainRounds {

  private final DrainPace pace;
  private final Semaphore all;
  private final Map<ObjectKey, Share> shares = new HashMap<>();

  private static final class Share {
    private final Semaphore permits;
    private int users;

    Share(int permits) {
      this.permits = new Semaphore(permits, true);
    }
  }

  DrainRounds(DrainPace pace) {
    this.pace = pace;
    this.all = new Semaphore(pace.inAll(), true);
  }

  /** Does it when it is the cluster's turn. */
  <T> T inTurn(ObjectKey cluster, Supplier<T> round) throws InterruptedException {
    Share share = enter(cluster);
    try {
      share.permits.acquire();
      try {
        all.acquire();
        try {
          return round.get();
        } finally {
          all.release();
        }
      } finally {
        share.permits.release();
      }
    } finally {
      leave(cluster, share);
    }
  }

  private synchronized Share enter(ObjectKey cluster) {
    Share share = shares.computeIfAbsent(cluster, _ -> new Share(pace.perCluster()));
    share.users++;
    return share;
  }

  private synchronized void leave(ObjectKey cluster, Share share) {
    share.users--;
    if (share.users == 0) {
      shares.remove(cluster);
    }
  }
}
