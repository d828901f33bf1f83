package io.weir.bench;

import io.weir.controlplane.audit.AuditRecord;
import io.weir.sandbox.Sandbox;
import io.weir.sandbox.usage.ManagerUsage;
import io.weir.sandbox.usage.UsageMeter;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;

/**
 * Kills the API server and starts it again: all watches of all clusters break at once, and none can
 * go on where it was, as the new server knows no history. So everything is listed anew.
 */
final class OutageRound {

  private final Sandbox sandbox;
  private final ManagerIdleWait managerIdleWait;
  private final MemoryMeter memoryMeter;

  OutageRound(Sandbox sandbox, ManagerIdleWait managerIdleWait, MemoryMeter memoryMeter) {
    this.sandbox = sandbox;
    this.managerIdleWait = managerIdleWait;
    this.memoryMeter = memoryMeter;
  }

  /**
   * What an outage cost.
   *
   * @param down until the API server was ready again
   * @param busy from then to the manager's last request
   * @param bytesRead by the manager in the round, encrypted as they came; 0 where the system does
   *     not tell
   * @param measured in the round
   */
  record Result(Duration down, Duration busy, long bytesRead, ManagerUsage measured) {}

  Result run() throws IOException, InterruptedException {
    UsageMeter.Mark before = sandbox.usageMeter().mark();
    long bytes = memoryMeter.bytesRead();
    Instant begun = Instant.now();
    sandbox.controlPlane().killApiServer();
    sandbox.controlPlane().startApiServer();
    Instant up = Instant.now();
    // Else they would pause for up to a minute, and with them what machines need.
    sandbox.controlPlane().restartControllers();
    managerIdleWait.await();
    Instant last =
        sandbox.controlPlane().auditLog().since(before.requests()).stream()
            .filter(ManagerIdleWait::isWork)
            .map(AuditRecord::logged)
            .max(Comparator.naturalOrder())
            .filter(up::isBefore)
            .orElse(up);
    return new Result(
        Duration.between(begun, up),
        Duration.between(up, last),
        memoryMeter.bytesRead() - bytes,
        sandbox.usageMeter().since(before));
  }
}
