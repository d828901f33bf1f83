package io.weir.engine.audit;

import io.weir.api.ObjectKey;
import java.time.Instant;
import java.util.List;

/** Something that an auditor wants to know. */
public sealed interface AuditEvent {

  /** Whom it concerns. */
  AuditSubject subject();

  /**
   * An identity does not serve the object. Told when that begins or changes.
   *
   * @param reason why, with the remedy
   */
  record IdentityDenied(AuditSubject subject, AuditScope scope, String reason)
      implements AuditEvent {}

  /**
   * Something that the object asks for is not its own, and is not touched. Told when that begins or
   * changes.
   *
   * @param reason what it is and whose, with the remedy
   */
  record ForeignObjectRefused(AuditSubject subject, String reason) implements AuditEvent {}

  /**
   * What others had made in the cloud is this object's from now on.
   *
   * @param write the write that marked it
   */
  record OwnershipTaken(AuditSubject subject, CloudWrite write) implements AuditEvent {}

  /**
   * Something was deleted in the cloud.
   *
   * @param write the write that deleted it
   */
  record CloudObjectDeleted(AuditSubject subject, CloudWrite write) implements AuditEvent {}

  /** A Node was deleted in its cluster, since its machine is gone. */
  record NodeDeleted(AuditSubject subject) implements AuditEvent {}

  /**
   * A Node was cordoned, to be drained.
   *
   * @param pool namespace and name of the infrastructure pool that its machine leaves
   */
  record NodeCordoned(AuditSubject subject, ObjectKey pool) implements AuditEvent {}

  /**
   * The cordon of a Node was taken away, since its machine does not leave after all.
   *
   * @param pool namespace and name of the infrastructure pool
   */
  record NodeUncordoned(AuditSubject subject, ObjectKey pool) implements AuditEvent {}

  /**
   * A Pod was evicted from a Node that is drained.
   *
   * @param node the Node
   * @param answered whether the API server said so; if not, it may be
   */
  record PodEvicted(AuditSubject subject, String node, boolean answered) implements AuditEvent {}

  /**
   * A Pod may not be evicted from a Node that is drained. Told when that begins, or is of another
   * kind.
   *
   * @param node the Node
   * @param reason why
   */
  record PodEvictionRefused(AuditSubject subject, String node, String reason)
      implements AuditEvent {}

  /**
   * Of the drain of a Node nothing more is told: its API server makes more of it than there can be.
   *
   * @param pool namespace and name of the infrastructure pool that its machine leaves
   * @param told how many events were told
   */
  record DrainEventsLeftOut(AuditSubject subject, ObjectKey pool, int told) implements AuditEvent {}

  /**
   * A bootstrap token was made in a workload cluster.
   *
   * @param tokenId its public part
   * @param expires when it ends unless it is extended
   */
  record TokenMade(AuditSubject subject, String tokenId, Instant expires) implements AuditEvent {}

  /**
   * A bootstrap token was deleted before its end.
   *
   * @param tokenId its public part
   */
  record TokenRevoked(AuditSubject subject, String tokenId) implements AuditEvent {}

  /**
   * A write to a cloud.
   *
   * @param description what it did, for people
   * @param answered whether the cloud said that it is done; if not, it may be
   * @param requestIds the cloud's own IDs of the requests that made it, if it gave any
   */
  record CloudWrite(
      AuditScope scope, String description, boolean answered, List<String> requestIds) {
    public CloudWrite {
      requestIds = List.copyOf(requestIds);
    }
  }
}
