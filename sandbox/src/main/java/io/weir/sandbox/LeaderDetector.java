package io.weir.sandbox;

import io.weir.controlplane.audit.AuditRecord;
import io.weir.sandbox.usage.ApiUsers;

/** Recognises in the audit log that the manager has begun to lead. */
final class LeaderDetector {
  private LeaderDetector() {}

  /** Whether the request took the lease: only a leader writes it. */
  static boolean isLeaseWrite(AuditRecord request) {
    return request.user().equals(ApiUsers.MANAGER)
        && request.resource().equals("leases")
        && request.isWrite()
        && request.code() >= 200
        && request.code() < 300;
  }
}
