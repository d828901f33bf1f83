package io.weir.manager.objects;

import io.weir.api.ApiObject;
import io.weir.kernel.cache.Change;

/** Tells which changes matter to whom. */
public final class Changes {

  private Changes() {}

  /** Anything but status: spec, labels, annotations, owners, finalizers, deletion. */
  public static boolean ofIntent(Change change) {
    return differs(change, "/spec")
        || differs(change, "/metadata/labels")
        || differs(change, "/metadata/annotations")
        || differs(change, "/metadata/ownerReferences")
        || differs(change, "/metadata/finalizers")
        || differs(change, "/metadata/deletionTimestamp");
  }

  /** What pools wait for in their Cluster: intent, and how far it has come. */
  public static boolean ofCluster(Change change) {
    return ofIntent(change)
        || differs(change, "/status/initialization")
        || differs(change, "/status/conditions");
  }

  /** Whether the part at the pointer is not what it was; true when the object comes or goes. */
  public static boolean differs(Change change, String pointer) {
    return switch (change) {
      case Change.Added _, Change.Deleted _ -> true;
      case Change.Updated(ApiObject old, ApiObject now) -> !old.at(pointer).equals(now.at(pointer));
    };
  }
}
