package io.weir.engine.audit;

import io.weir.api.ApiObject;
import io.weir.api.GroupKind;
import io.weir.api.ObjectKey;

/**
 * The object on whose behalf something was done or refused, or which it was done to.
 *
 * @param kind its kind
 * @param key its namespace and name
 * @param uid its UID
 * @param cluster the Cluster that it belongs to; an empty name if that is not known
 */
public record AuditSubject(GroupKind kind, ObjectKey key, String uid, ObjectKey cluster) {

  /** The object as it was read. */
  public static AuditSubject of(ApiObject object, ObjectKey cluster) {
    return new AuditSubject(object.groupKind(), object.key(), object.uid(), cluster);
  }
}
