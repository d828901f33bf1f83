package io.weir.manager.infrapool;

import io.weir.api.EventReasons;
import io.weir.api.GroupKind;
import io.weir.api.ObjectKey;
import io.weir.engine.audit.AuditEvent;
import io.weir.engine.audit.AuditScope;
import io.weir.engine.audit.AuditSubject;
import io.weir.engine.audit.StandingRefusals;
import io.weir.manager.audit.AuditLog;
import io.weir.pass.PassOutcome;
import io.weir.pass.PassSubject;
import io.weir.pass.StepWritten;
import io.weir.provider.CloudScope;
import io.weir.provider.DesiredState;
import io.weir.provider.ObservedState;
import io.weir.provider.PoolIdentity;
import io.weir.provider.PrerequisiteException;
import java.util.Optional;
import java.util.Set;

/** Tells the audit log what passes over pools of one kind were refused, took over and deleted. */
final class PassAudit {

  private static final Set<String> TAKING = Set.of(EventReasons.ADOPT, EventReasons.RELABEL);

  private final GroupKind kind;
  private final StandingRefusals refusals = new StandingRefusals();

  PassAudit(GroupKind kind) {
    this.kind = kind;
  }

  /** A write to the cloud was made, or may have been. */
  void written(StepWritten written) {
    AuditSubject subject = subject(written.pool());
    var write =
        new AuditEvent.CloudWrite(
            scope(written.scope()),
            written.step().description(),
            written.answered(),
            written.requestIds());
    if (written.step().deletes()) {
      AuditLog.write(new AuditEvent.CloudObjectDeleted(subject, write));
    } else if (TAKING.contains(written.step().eventReason())) {
      AuditLog.write(new AuditEvent.OwnershipTaken(subject, write));
    }
  }

  /** A pass is over: what it was refused is told if it was not before. */
  <D extends DesiredState, O extends ObservedState> void ended(
      PassSubject subject, PassOutcome<D, O> outcome) {
    var of =
        AuditSubject.of(
            subject.pool(), new ObjectKey(subject.pool().namespace(), subject.clusterName()));
    switch (outcome) {
      case PassOutcome.Blocked<D, O>(PrerequisiteException cause, var _) ->
          cause.deniedIn().ifPresent(scope -> stands(of, Optional.of(denied(of, scope, cause))));
      case PassOutcome.Acted<D, O> acted ->
          stands(
              of,
              acted
                  .report()
                  .observation()
                  .ownershipConflict(acted.report().pool(), acted.report().annotations())
                  .<AuditEvent>map(why -> new AuditEvent.ForeignObjectRefused(of, why)));
      case PassOutcome.Released<D, O>(Optional<String> left) ->
          stands(of, left.<AuditEvent>map(why -> new AuditEvent.ForeignObjectRefused(of, why)));
      case PassOutcome.Unknown<D, O> _, PassOutcome.Unreachable<D, O> _ -> {}
    }
  }

  /** The pool is gone. */
  void forget(ObjectKey pool) {
    var _ = refusals.changed(pool, Optional.empty());
  }

  private void stands(AuditSubject subject, Optional<AuditEvent> refusal) {
    refusals.changed(subject.key(), refusal).ifPresent(AuditLog::write);
  }

  private static AuditEvent denied(
      AuditSubject subject, CloudScope scope, PrerequisiteException cause) {
    return new AuditEvent.IdentityDenied(subject, scope(scope), String.valueOf(cause.getMessage()));
  }

  private AuditSubject subject(PoolIdentity pool) {
    return new AuditSubject(
        kind, pool.key(), pool.uid(), new ObjectKey(pool.key().namespace(), pool.clusterName()));
  }

  private static AuditScope scope(CloudScope scope) {
    return new AuditScope(
        scope.cloud(), scope.account(), scope.region(), scope.identity().toString());
  }
}
