package io.weir.manager.workload;

import io.weir.kernel.cache.CacheBudget;

/**
 * The memory for what is kept of workload clusters, which is their Nodes and join tokens.
 *
 * @param ofAll bytes that all may take together
 * @param ofOne bytes that one may take
 */
public record WorkloadMemory(long ofAll, long ofOne) {

  private static final int HEAP_SHARE = 4;

  /** A quarter of the heap, of which one cluster leaves a quarter to those that come. */
  public static final WorkloadMemory DEFAULT = ofAll(Runtime.getRuntime().maxMemory() / HEAP_SHARE);

  /** So much, of which one may take three quarters. */
  static WorkloadMemory ofAll(long bytes) {
    return new WorkloadMemory(bytes, bytes - bytes / 4);
  }

  CacheBudget budget() {
    return new CacheBudget(ofAll, ofOne);
  }
}
