package io.weir.engine.watch;

import io.weir.api.ApiObject;

/**
 * Which objects this manager reconciles, of all that it may be asked about.
 *
 * @param namespace the only one whose objects are; empty for all
 * @param filter which of them are
 */
public record ReconciledObjects(String namespace, WatchFilter filter) {

  /** All there are. */
  public static final ReconciledObjects ALL = new ReconciledObjects("", WatchFilter.NONE);

  /** Whether this one is among them. */
  public boolean contains(ApiObject object) {
    return (namespace.isEmpty() || namespace.equals(object.namespace())) && filter.admits(object);
  }
}
