package io.weir.sandbox.rights;

import io.weir.controlplane.audit.AuditRecord;
import io.weir.sandbox.usage.ApiUsers;

/** What the manager was refused that it would be allowed with more rights. */
public final class MissingRights {

  private MissingRights() {}

  /** Whether an API server refused the manager this for lack of a right. */
  public static boolean isRefusal(AuditRecord record) {
    return ApiUsers.MANAGER_USERS.contains(record.user())
        && record.code() == 403
        // Whoever has all rights is refused that too: nothing is created in a namespace that goes,
        // nor is anything owned by a kind of which the API server has only just been told.
        && !record.errorMessage().contains("it is being terminated")
        && !record.errorMessage().contains("cannot find RESTMapping");
  }
}
