package io.weir.kernel.cache;

import io.weir.api.ApiObject;
import io.weir.api.GroupKind;
import io.weir.api.ObjectKey;
import io.weir.kernel.kube.ObjectSelector;

/** A cache that a test feeds in place of a watch, and that is up to date as soon as it is fed. */
public final class FakeCache {

  private final ObjectSelector selector;
  private final ObjectCache cache;

  /** A full cache without objects. */
  public FakeCache(GroupKind kind, ObjectSelector selector) {
    this.selector = selector;
    this.cache = new ObjectCache(kind);
    cache.markInstalled();
    cache.applyList(new ListedObjects(), "1");
  }

  /** The cache. */
  public ObjectCache cache() {
    return cache;
  }

  /** The object is so now, as far as it is selected. */
  public void put(ApiObject object) {
    if (!object.groupKind().equals(cache.kind())) {
      return;
    }
    if (selector.matches(object)) {
      cache.applyUpdate(object);
    } else {
      cache.get(object.key()).ifPresent(cache::applyDelete);
    }
  }

  /** There is an object of that name which cannot be read. */
  public void putUnreadable(ObjectKey key) {
    cache.applyUnreadable(key, "1", "it is nested too deep");
  }

  /** What it shows may be of long ago. */
  public void doubt() {
    cache.doubt();
  }

  /** The kind is not installed. */
  public void uninstall() {
    cache.markNotInstalled();
  }

  /** The CRD of the kind is being deleted. */
  public void endCrd() {
    cache.setUnreliable(true);
  }

  /** What it shows has been listed again. */
  public void listAnew() {
    cache.beginList();
    try (var listed = new ListedObjects()) {
      for (ApiObject object : cache.list()) {
        listed.add(object);
      }
      cache.applyList(listed, "1");
    } catch (NoRoomException full) {
      throw new AssertionError(full);
    }
  }

  /** The object is gone. */
  public void remove(ApiObject object) {
    if (object.groupKind().equals(cache.kind())) {
      cache.applyDelete(object);
    }
  }
}
