package io.weir.sandbox;

import io.weir.controlplane.audit.AuditRecord;
import io.weir.sandbox.account.Accounts;

/** Recognises in the audit log that the manager has begun to lead. */
final class Leading {
  private Leading() {}

  /** Whether the request took the lease: only a leader writes it. */
  static boolean begun(AuditRecord request) {
    return request.user().equals(Accounts.MANAGER)
        && request.resource().equals("leases")
        && request.writes()
        && request.code() >= 200
        && request.code() < 300;
  }
}
