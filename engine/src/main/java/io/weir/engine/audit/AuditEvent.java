package io.weir.engine.audit;

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
