package io.weir.bench;

import io.weir.controlplane.audit.AuditLog;
import io.weir.controlplane.audit.AuditRecord;
import io.weir.sandbox.usage.ApiUsers;
import java.io.IOException;
import java.time.Duration;

/** Waits until the manager asks the API server for nothing any more, its lease apart. */
final class ManagerIdleWait {
  /** Longer than counts of a pool that are on their way are held back for others. */
  private static final Duration SILENCE = Duration.ofSeconds(7);

  private static final Duration LONGEST = Duration.ofSeconds(90);

  private final AuditLog log;

  ManagerIdleWait(AuditLog log) {
    this.log = log;
  }

  /** Returns after some seconds of silence; gives up after a while, as what follows shows noise. */
  void await() throws IOException, InterruptedException {
    long deadline = System.nanoTime() + LONGEST.toNanos();
    boolean silent = false;
    while (!silent && System.nanoTime() < deadline) {
      silent = log.await(log.mark(), ManagerIdleWait::isWork, SILENCE).isEmpty();
    }
  }

  /** Whether it is a request of the manager, and none about its lease. */
  static boolean isWork(AuditRecord request) {
    return ApiUsers.MANAGER_USERS.contains(request.user()) && !request.resource().equals("leases");
  }
}
