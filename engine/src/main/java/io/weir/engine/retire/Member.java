package io.weir.engine.retire;

import java.time.Instant;
import java.util.Optional;

/**
 * An instance of a pool, as far as it matters who leaves.
 *
 * @param id the cloud's name for it
 * @param zone failure domain in which it runs; empty if the cloud does not tell
 * @param created when it was created; absent if the cloud does not tell
 * @param health what is known of it and its Node
 * @param broken whether another is wanted in its place, whatever the size: the cloud says that it
 *     has failed, or it has had more time than a machine takes to join, and all Nodes are known
 * @param freshness whether it is as it would be made now
 * @param wish what somebody has said about its removal
 * @param cordoned whether its Node bears our mark that it leaves
 * @param drained whether nothing on its Node has to be waited for: all have left, it has no Node,
 *     or the time for it is over
 */
public record Member(
    String id,
    String zone,
    Optional<Instant> created,
    MemberHealth health,
    boolean broken,
    MemberFreshness freshness,
    RemovalWish wish,
    boolean cordoned,
    boolean drained) {

  /** Whether the pool's Pods can count on it; not on one whose end is certain. */
  public boolean isAvailable() {
    return health == MemberHealth.READY
        && wish != RemovalWish.EMPTIED
        && wish != RemovalWish.DELETED;
  }

  /** Whether it is known not to be as it would be made now. */
  public boolean isOutdated() {
    return freshness == MemberFreshness.OUTDATED;
  }
}
