package io.weir.sandbox.usage;

import io.weir.clouds.Journal;
import io.weir.controlplane.audit.AuditLog;
import io.weir.sandbox.manager.ManagerProcess;
import io.weir.sandbox.manager.ProcessUsage;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.TreeMap;

/** Counts what the manager costs, between any two moments. Safe for concurrent use. */
public final class UsageMeter {
  private final AuditLog requests;
  private final Journal cloud;
  private final ManagerProcess manager;

  /**
   * A meter.
   *
   * @param requests where the API server notes requests
   * @param cloud where the cloud notes calls; must not be cleared meanwhile
   * @param manager the process
   */
  public UsageMeter(AuditLog requests, Journal cloud, ManagerProcess manager) {
    this.requests = requests;
    this.cloud = cloud;
    this.manager = manager;
  }

  /**
   * A moment to count from.
   *
   * @param requests its place in the audit log
   * @param cloud all cloud calls before it
   * @param usage what the process used at that moment; empty when none ran
   */
  public record Mark(AuditLog.Mark requests, CloudCallCounts cloud, Optional<ProcessUsage> usage) {}

  /** The moment before everything. */
  public static Mark beginning() {
    return new Mark(
        AuditLog.beginning(), new CloudCallCounts(new TreeMap<>(), 0), Optional.empty());
  }

  /** Now. */
  public Mark mark() throws IOException {
    return new Mark(requests.mark(), cloudSoFar(), manager.usage());
  }

  /** From then to now. */
  public ManagerUsage since(Mark mark) throws IOException {
    Optional<ProcessUsage> usage = manager.usage();
    return new ManagerUsage(
        RequestCounts.of(requests.since(mark.requests())),
        cloudSoFar().since(mark.cloud()),
        cpu(mark.usage(), usage),
        usage);
  }

  private CloudCallCounts cloudSoFar() {
    return new CloudCallCounts(new TreeMap<>(cloud.callCounts()), cloud.writeCount());
  }

  static Duration cpu(Optional<ProcessUsage> before, Optional<ProcessUsage> now) {
    Duration sum = now.map(ProcessUsage::cpu).orElse(Duration.ZERO);
    // Another process began at zero.
    return before
        .filter(then -> now.isPresent() && now.get().pid() == then.pid())
        .map(then -> sum.minus(then.cpu()))
        .orElse(sum);
  }
}
