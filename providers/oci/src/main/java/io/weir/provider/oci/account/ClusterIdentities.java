package io.weir.provider.oci.account;

import io.weir.api.ApiObject;
import io.weir.api.Excerpt;
import io.weir.api.GroupKind;
import io.weir.api.LabelSelector;
import io.weir.api.ObjectKey;
import io.weir.provider.CloudIdentity;
import io.weir.provider.PrerequisiteException;
import io.weir.provider.RelatedObjects;
import io.weir.provider.oci.api.OciCluster;
import io.weir.provider.oci.api.OciClusterIdentity;
import io.weir.provider.oci.api.OciClusterIdentity.AllowedNamespaces;
import io.weir.provider.oci.api.OciClusterIdentity.SecretReference;
import io.weir.provider.oci.api.OciKinds;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * OCIClusterIdentities: who may use which credentials. They lie in namespaces, so tenants write
 * them. One lends a Secret of its own namespace to the namespaces that it admits; one whose
 * credentials are the manager's own, those of its instance or its Pod, lends them only if it lies
 * in the manager's namespace, where tenants do not write. A cluster that names none uses the
 * credentials that administrators gave the manager for such clusters.
 *
 * @param settings what the manager was told
 * @param managerNamespace the manager's namespace; empty if it has none
 */
public record ClusterIdentities(OciSettings settings, String managerNamespace) {
  static final GroupKind NAMESPACE = new GroupKind("", "Namespace");
  private static final String KIND = OciKinds.CLUSTER_IDENTITY.kind();
  private static final Pattern SECRET_NAME =
      Pattern.compile("[a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?");

  /** Whether an identity can serve pools. */
  static boolean isPossible(CloudIdentity identity) {
    return identity instanceof CloudIdentity.Ambient
        || (identity instanceof CloudIdentity.OfObject named
            && named.kind().equals(KIND)
            && !named.object().namespace().isEmpty());
  }

  /**
   * The identity that a cluster's object names, not read yet.
   *
   * @throws PrerequisiteException if what it names is no name
   */
  static CloudIdentity named(ApiObject cluster) throws PrerequisiteException {
    OciCluster.IdentityReference reference = cluster.as(OciCluster.class).spec().identityRef();
    if (reference == null) {
      return new CloudIdentity.Ambient();
    }
    String name = Objects.requireNonNullElse(reference.name(), "");
    String namespace = Objects.requireNonNullElse(reference.namespace(), "");
    try {
      return new CloudIdentity.OfObject(
          KIND, new ObjectKey(namespace.isEmpty() ? cluster.namespace() : namespace, name));
    } catch (IllegalArgumentException _) {
      throw unusable(
          "%s spec.identityRef names %s, which is no name of an object; correct it"
              .formatted(cluster, Excerpt.of(namespace + "/" + name)));
    }
  }

  /**
   * Grants an identity to a pool.
   *
   * @return the identity with its type as principal, and the Secret that holds its credentials, if
   *     one does
   * @throws PrerequisiteException if it does not exist, does not admit the pool's namespace, lends
   *     what is not its own, or lacks what its type needs
   */
  public CloudIdentity authorize(
      CloudIdentity identity, ApiObject pool, RelatedObjects relatedObjects)
      throws PrerequisiteException {
    if (identity instanceof CloudIdentity.Ambient) {
      if (settings.ownCredentials().isEmpty()) {
        throw unusable(
            "%s has no credentials: name an %s in spec.identityRef of its cluster, or start the manager with --set %s.auth-config-dir"
                .formatted(pool, KIND, OciKinds.CLOUD));
      }
      return identity;
    }
    if (!(identity instanceof CloudIdentity.OfObject named) || !isPossible(identity)) {
      throw refused(pool, identity, "only an %s is supported".formatted(KIND));
    }
    OciClusterIdentity.Spec spec =
        relatedObjects
            .find(OciKinds.CLUSTER_IDENTITY, named.object())
            .orElseThrow(() -> refused(pool, identity, "it does not exist; create it"))
            .as(OciClusterIdentity.class)
            .spec();
    if (!admits(spec.allowedNamespaces(), pool.namespace(), relatedObjects)) {
      throw refused(
          pool,
          identity,
          "its spec.allowedNamespaces does not admit namespace %s: add it to spec.allowedNamespaces.list"
              .formatted(pool.namespace()));
    }
    Optional<ObjectKey> secret =
        switch (spec.type()) {
          case OciClusterIdentity.USER_PRINCIPAL -> Optional.of(secret(pool, named, spec));
          case OciClusterIdentity.INSTANCE_PRINCIPAL, OciClusterIdentity.WORKLOAD -> {
            requireInManagerNamespace(pool, named, spec);
            yield Optional.empty();
          }
          default ->
              throw refused(
                  pool,
                  identity,
                  "its spec.type %s is not supported; %s, %s and %s are"
                      .formatted(
                          Excerpt.of(spec.type()),
                          OciClusterIdentity.USER_PRINCIPAL,
                          OciClusterIdentity.INSTANCE_PRINCIPAL,
                          OciClusterIdentity.WORKLOAD));
        };
    return new CloudIdentity.OfObject(KIND, named.object(), secret, spec.type());
  }

  private void requireInManagerNamespace(
      ApiObject pool, CloudIdentity.OfObject identity, OciClusterIdentity.Spec spec)
      throws PrerequisiteException {
    if (managerNamespace.isEmpty() || !identity.object().namespace().equals(managerNamespace)) {
      throw refused(
          pool,
          identity,
          "its credentials are the manager's own (spec.type %s), which only an %s in the manager's namespace lends: create it%s, with spec.allowedNamespaces"
              .formatted(
                  spec.type(), KIND, managerNamespace.isEmpty() ? "" : " in " + managerNamespace));
    }
  }

  private static ObjectKey secret(
      ApiObject pool, CloudIdentity.OfObject identity, OciClusterIdentity.Spec spec)
      throws PrerequisiteException {
    SecretReference reference = spec.principalSecret();
    String name = reference == null ? "" : Objects.requireNonNullElse(reference.name(), "");
    if (reference == null || !SECRET_NAME.matcher(name).matches()) {
      throw refused(
          pool, identity, "its spec.principalSecret names no Secret; name the one with its key");
    }
    String own = identity.object().namespace();
    String namespace = Objects.requireNonNullElse(reference.namespace(), "");
    // Whoever writes identities in one namespace would read Secrets of another by it.
    if (!namespace.isEmpty() && !namespace.equals(own)) {
      throw refused(
          pool,
          identity,
          "its spec.principalSecret is in another namespace: move the Secret to namespace " + own);
    }
    return new ObjectKey(own, name);
  }

  /** None admits nobody, an empty one everybody, an empty list or selector in it nobody. */
  private static boolean admits(
      @Nullable AllowedNamespaces allowed, String namespace, RelatedObjects relatedObjects) {
    if (allowed == null) {
      return false;
    }
    List<String> list = allowed.list();
    LabelSelector selector = allowed.selector();
    if (list == null && selector == null) {
      return true;
    }
    return (list != null && list.contains(namespace))
        || (selector != null
            && !selector.isEmpty()
            && relatedObjects
                .find(NAMESPACE, new ObjectKey("", namespace))
                .filter(found -> selector.matches(found.labels()))
                .isPresent());
  }

  private static PrerequisiteException refused(ApiObject pool, CloudIdentity identity, String why) {
    return unusable("%s may not use %s: %s".formatted(pool, identity, why));
  }

  private static PrerequisiteException unusable(String message) {
    return PrerequisiteException.needsUserAction("IdentityNotUsable", message);
  }
}
