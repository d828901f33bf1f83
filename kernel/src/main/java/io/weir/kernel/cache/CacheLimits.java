package io.weir.kernel.cache;

import io.weir.kernel.kube.AnswerLimits;

/**
 * What the objects of one API server may take of this process.
 *
 * @param objectText bytes that one may have as it is sent
 * @param objectMemory bytes that one may take in memory; one that takes more counts as unreadable
 * @param room for all that are kept
 */
public record CacheLimits(int objectText, long objectMemory, CacheRoom room) {

  /** For the management cluster, whose API server and quotas limit what others may store. */
  static final CacheLimits TRUSTED =
      new CacheLimits(AnswerLimits.OBJECT_BYTES, AnswerLimits.OBJECT_MEMORY, CacheRoom.UNLIMITED);

  /** For an API server of others. */
  public static CacheLimits guarded(CacheRoom room) {
    return new CacheLimits(
        AnswerLimits.GUARDED_OBJECT_BYTES, AnswerLimits.GUARDED_OBJECT_MEMORY, room);
  }
}
