package io.weir.kernel.cache;

import io.weir.api.ApiObject;
import io.weir.api.ObjectKey;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The objects of a list, and the names of those that are in it and cannot be read. */
final class ListedObjects {

  private final List<ApiObject> objects = new ArrayList<>();
  private final Map<ObjectKey, String> unreadable = new HashMap<>();

  void add(ApiObject object) {
    objects.add(object);
  }

  /**
   * Adds one that is not whole.
   *
   * @throws IOException if it has no name either
   */
  void addUnreadable(ApiObject object, String problem) throws IOException {
    unreadable.put(keyOf(object, problem), problem);
  }

  /** The name of an object that is not whole. */
  static ObjectKey keyOf(ApiObject object, String problem) throws IOException {
    if (object.name().isEmpty()) {
      throw new IOException("an object without a name cannot be read: " + problem);
    }
    return object.key();
  }

  /** Those that can be read. */
  List<ApiObject> objects() {
    return objects;
  }

  /** Why the others cannot be. */
  Map<ObjectKey, String> unreadable() {
    return unreadable;
  }
}
