package io.weir.kernel.kube;

import io.weir.api.GroupKind;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Where and how a kind is served.
 *
 * @param kind group and kind
 * @param plural the path segment, from the CRD, never derived
 * @param version the version that Weir watches and writes: the storage version, or the newest
 *     served one if that is not served
 * @param servedVersions every served version
 * @param namespaced whether its objects live in namespaces
 * @param contracts versions by Cluster API contract, from the CRD labels {@code
 *     cluster.x-k8s.io/<contract>}
 */
public record Resource(
    GroupKind kind,
    String plural,
    String version,
    List<String> servedVersions,
    boolean namespaced,
    Map<String, List<String>> contracts) {

  /** Contracts that a v1beta2 manager understands, best first. */
  private static final List<String> UNDERSTOOD = List.of("v1beta2", "v1beta1");

  public Resource {
    servedVersions = List.copyOf(servedVersions);
    contracts = Map.copyOf(contracts);
  }

  /** A kind that every API server has, in one version. */
  static Resource builtIn(String group, String kind, String plural, boolean namespaced) {
    return new Resource(
        new GroupKind(group, kind), plural, "v1", List.of("v1"), namespaced, Map.of());
  }

  /** {@code group/version}, or the version alone in the core group. */
  public String apiVersion() {
    return kind.group().isEmpty() ? version : kind.group() + "/" + version;
  }

  /** The same in another version; empty if that is not served. */
  Optional<Resource> in(String other) {
    return servedVersions.contains(other)
        ? Optional.of(new Resource(kind, plural, other, servedVersions, namespaced, contracts))
        : Optional.empty();
  }

  /** The best contract that the CRD declares and Weir understands; empty without such a label. */
  public Optional<String> contract() {
    return UNDERSTOOD.stream().filter(contracts::containsKey).findFirst();
  }

  /** The newest version that implements {@link #contract()}; empty without a label. */
  public Optional<String> contractVersion() {
    return contract()
        .flatMap(
            contract ->
                contracts.getOrDefault(contract, List.of()).stream().max(ApiVersions.BY_AGE));
  }

  /**
   * The path of the collection.
   *
   * @param namespace empty for all namespaces, and ignored for cluster-scoped kinds
   */
  public String collectionPath(String namespace) {
    String root = kind.group().isEmpty() ? "/api/" : "/apis/" + kind.group() + "/";
    String inside = namespaced && !namespace.isEmpty() ? "/namespaces/" + namespace : "";
    return root + version + inside + "/" + plural;
  }
}
