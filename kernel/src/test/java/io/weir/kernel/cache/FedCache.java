package io.weir.kernel.cache;

import io.weir.api.ApiObject;
import io.weir.api.GroupKind;
import io.weir.kernel.kube.LabelSelector;
import java.util.List;

/** A cache that a test feeds in place of a watch, and that is up to date as soon as it is fed. */
public final class FedCache {

  private final LabelSelector selector;
  private final ObjectCache cache;

  /** A full cache without objects. */
  public FedCache(GroupKind kind, LabelSelector selector) {
    this.selector = selector;
    this.cache = new ObjectCache(kind);
    cache.installed();
    cache.listed(List.of(), "1");
  }

  /** The cache. */
  public ObjectCache cache() {
    return cache;
  }

  /** The object is so now, as far as it is selected. */
  public void shown(ApiObject object) {
    if (!object.groupKind().equals(cache.kind())) {
      return;
    }
    if (selector.matches(object.labels())) {
      cache.shown(object);
    } else {
      cache.get(object.key()).ifPresent(cache::gone);
    }
  }

  /** The object is gone. */
  public void gone(ApiObject object) {
    if (object.groupKind().equals(cache.kind())) {
      cache.gone(object);
    }
  }
}
