package io.weir.manager.objects;

import io.weir.api.ApiObject;
import io.weir.kernel.cache.Change;

/** Tells which changes matter to whom. */
public final class ChangePredicates {

  private ChangePredicates() {}

  /** Anything but status: spec, labels, annotations, owners, finalizers, deletion. */
  public static boolean isSpecOrMetadataChange(Change change) {
    return hasChanged(change, "/spec")
        || hasChanged(change, "/metadata/labels")
        || hasChanged(change, "/metadata/annotations")
        || hasChanged(change, "/metadata/ownerReferences")
        || hasChanged(change, "/metadata/finalizers")
        || hasChanged(change, "/metadata/deletionTimestamp");
  }

  /** What pools wait for in their Cluster: intent, and how far it has come. */
  public static boolean isRelevantClusterChange(Change change) {
    return isSpecOrMetadataChange(change)
        || hasChanged(change, "/status/initialization")
        || hasChanged(change, "/status/conditions");
  }

  /** Whether the part at the pointer is not what it was; true when the object comes or goes. */
  public static boolean hasChanged(Change change, String pointer) {
    return switch (change) {
      case Change.Added _, Change.Deleted _ -> true;
      case Change.Updated(ApiObject old, ApiObject now) -> !old.at(pointer).equals(now.at(pointer));
    };
  }
}
