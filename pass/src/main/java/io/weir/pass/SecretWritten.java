package io.weir.pass;

import io.weir.api.ObjectKey;

/**
 * That the Secret was written that a pool has for its bootstrap data.
 *
 * @param pool whose it is
 * @param name its name
 * @param created whether there was none before
 */
public record SecretWritten(ObjectKey pool, String name, boolean created) {

  /** For people: what was done, and why. */
  public String message() {
    return created
        ? "create Secret %s: it does not exist".formatted(name)
        : "update Secret %s: it differs from what the pool and its cluster say".formatted(name);
  }
}
