package io.weir.kernel.cache;

import io.weir.api.ApiObject;
import io.weir.api.ObjectKey;
import java.util.Optional;

/** What a watch said about one object. */
public sealed interface Change {

  /** The object in its newest known state; for a removal the last one. */
  ApiObject object();

  /** The state before; empty for an object that is new to the cache. */
  Optional<ApiObject> before();

  /** Names the object. */
  default ObjectKey key() {
    return object().key();
  }

  /** The object is new to the cache. */
  record Added(ApiObject object) implements Change {
    @Override
    public Optional<ApiObject> before() {
      return Optional.empty();
    }
  }

  /** The object has changed: spec, status or metadata. */
  record Updated(ApiObject old, ApiObject object) implements Change {
    @Override
    public Optional<ApiObject> before() {
      return Optional.of(old);
    }
  }

  /** The object is gone, or no longer selected. */
  record Deleted(ApiObject object) implements Change {
    @Override
    public Optional<ApiObject> before() {
      return Optional.of(object);
    }
  }

  /** Told of changes, one at a time, in the order of the watch. Must be quick and not block. */
  @FunctionalInterface
  interface Listener {
    void onChange(Change change);
  }

  /** Ends a listener's interest. */
  @FunctionalInterface
  interface Subscription extends AutoCloseable {
    @Override
    void close();
  }
}
