package io.weir.api;

/**
 * Names one object of a kind.
 *
 * @param namespace empty for cluster-scoped objects
 * @param name metadata.name
 */
public record ObjectKey(String namespace, String name) implements Comparable<ObjectKey> {

  @Override
  public int compareTo(ObjectKey other) {
    int byNamespace = namespace.compareTo(other.namespace);
    return byNamespace != 0 ? byNamespace : name.compareTo(other.name);
  }

  @Override
  public String toString() {
    return namespace.isEmpty() ? name : namespace + "/" + name;
  }
}
