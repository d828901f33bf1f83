package io.weir.kernel.kube;

import io.weir.api.GroupKind;
import io.weir.api.ObjectKey;
import java.util.Locale;
import java.util.Set;

/**
 * What a request is about, for messages and metrics.
 *
 * @param verb the Kubernetes verb: get, list, watch, create, patch, apply, delete
 * @param kind the kind
 * @param key the object; an empty name for a collection
 */
public record RequestInfo(String verb, GroupKind kind, ObjectKey key) {

  private static final Set<String> READS = Set.of("get", "list", "watch");

  /** Whether it may change something. */
  public boolean isWrite() {
    return !READS.contains(verb);
  }

  /** Whether answers may quote data that nobody may read in a log. */
  boolean isAboutSecret() {
    return kind.equals(GroupKind.SECRET);
  }

  @Override
  public String toString() {
    String object = key.name().isEmpty() ? "" : " " + key;
    return verb.toLowerCase(Locale.ROOT) + " " + kind.kind() + object;
  }
}
