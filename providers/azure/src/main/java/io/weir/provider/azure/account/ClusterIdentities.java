package io.weir.provider.azure.account;

import io.weir.api.ApiObject;
import io.weir.api.Excerpt;
import io.weir.api.GroupKind;
import io.weir.api.LabelSelector;
import io.weir.api.ObjectKey;
import io.weir.provider.CloudIdentity;
import io.weir.provider.PrerequisiteException;
import io.weir.provider.RelatedObjects;
import io.weir.provider.azure.account.AzurePrincipal.Proof;
import io.weir.provider.azure.api.AllowedNamespaces;
import io.weir.provider.azure.api.AzureCluster;
import io.weir.provider.azure.api.AzureClusterIdentity;
import io.weir.provider.azure.api.AzureIdentityTypes;
import io.weir.provider.azure.api.AzureKinds;
import io.weir.provider.azure.api.AzureReasons;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * AzureClusterIdentities: who may use which credentials. They lie in namespaces, so tenants write
 * them. One lends a Secret of its own namespace to the namespaces that it admits; one whose
 * credentials are the manager's own, such as its ServiceAccount's token, lends them only if it lies
 * in the manager's namespace, where tenants do not write.
 *
 * @param managerNamespace the manager's namespace; empty if it has none
 */
public record ClusterIdentities(String managerNamespace) {

  static final GroupKind NAMESPACE = new GroupKind("", "Namespace");
  private static final Pattern SECRET_NAME =
      Pattern.compile("[a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?");
  private static final String KIND = AzureKinds.CLUSTER_IDENTITY.kind();

  /** Whether an identity can be one of these. */
  static boolean isOne(CloudIdentity.OfObject identity) {
    return identity.kind().equals(KIND) && !identity.object().namespace().isEmpty();
  }

  /**
   * The identity that a cluster names, not read yet. Without an identityRef it names none: nothing
   * is lent for want of a field.
   *
   * @param cluster its Azure side
   * @throws PrerequisiteException if it names none, or one of a kind that is not supported
   */
  static CloudIdentity named(ApiObject cluster, AzureCluster.@Nullable IdentityReference reference)
      throws PrerequisiteException {
    String name = reference == null ? "" : Objects.requireNonNullElse(reference.name(), "");
    if (reference == null || name.isEmpty()) {
      throw unusable("%s has no spec.identityRef; name an %s there".formatted(cluster, KIND));
    }
    String kind = Objects.requireNonNullElse(reference.kind(), "");
    if (!kind.isEmpty() && !kind.equals(KIND)) {
      throw unusable(
          "%s spec.identityRef names a %s; only an %s is supported"
              .formatted(cluster, Excerpt.of(kind), KIND));
    }
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
   * @return the identity with its principal, and the Secret that it keeps its credentials in
   * @throws PrerequisiteException if the object does not exist, does not admit the pool's
   *     namespace, lends what is not its own, or lacks what its type needs
   */
  public CloudIdentity authorize(
      CloudIdentity identity, ApiObject pool, RelatedObjects relatedObjects)
      throws PrerequisiteException {
    if (!(identity instanceof CloudIdentity.OfObject named) || !isOne(named)) {
      throw refused(pool, identity, "only an %s is supported".formatted(KIND));
    }
    ApiObject object =
        relatedObjects
            .find(AzureKinds.CLUSTER_IDENTITY, named.object())
            .orElseThrow(() -> refused(pool, identity, "it does not exist; create it"));
    AzureClusterIdentity.Spec spec = object.as(AzureClusterIdentity.class).spec();
    if (!admits(spec.allowedNamespaces(), pool.namespace(), relatedObjects)) {
      throw refused(
          pool,
          identity,
          "its spec.allowedNamespaces does not admit namespace %s: add it to spec.allowedNamespaces.list"
              .formatted(pool.namespace()));
    }
    AzurePrincipal principal = principal(pool, identity, spec);
    boolean inManagerNamespace =
        !managerNamespace.isEmpty() && named.object().namespace().equals(managerNamespace);
    if (principal.isOfManager() && !inManagerNamespace) {
      throw refused(
          pool,
          identity,
          "its credentials are the manager's own (spec.type %s), which only an %s in the manager's namespace lends: create it%s, with spec.allowedNamespaces"
              .formatted(
                  spec.type(), KIND, managerNamespace.isEmpty() ? "" : " in " + managerNamespace));
    }
    Optional<ObjectKey> secret =
        principal.isOfManager() ? Optional.empty() : Optional.of(secret(pool, named, spec));
    return new CloudIdentity.OfObject(KIND, named.object(), secret, principal.text());
  }

  private static AzurePrincipal principal(
      ApiObject pool, CloudIdentity identity, AzureClusterIdentity.Spec spec)
      throws PrerequisiteException {
    if (!AzurePrincipal.isPossible(
        Objects.requireNonNullElse(spec.tenantID(), ""),
        Objects.requireNonNullElse(spec.clientID(), ""))) {
      throw refused(
          pool, identity, "its spec.tenantID or spec.clientID is missing or is none; correct both");
    }
    String file = Objects.requireNonNullElse(spec.certPath(), "");
    Proof proof =
        switch (Objects.requireNonNullElse(spec.type(), "")) {
          case AzureIdentityTypes.SERVICE_PRINCIPAL, AzureIdentityTypes.MANUAL_SERVICE_PRINCIPAL ->
              Proof.CLIENT_SECRET;
          case AzureIdentityTypes.SERVICE_PRINCIPAL_CERTIFICATE -> Proof.CERTIFICATE;
          case AzureIdentityTypes.WORKLOAD_IDENTITY -> Proof.SERVICE_ACCOUNT_TOKEN;
          case AzureIdentityTypes.USER_ASSIGNED_MSI -> Proof.MACHINE;
          default ->
              throw refused(
                  pool,
                  identity,
                  "its spec.type %s is not supported; %s are"
                      .formatted(
                          Excerpt.of(Objects.requireNonNullElse(spec.type(), "")),
                          String.join(
                              ", ",
                              List.of(
                                  AzureIdentityTypes.SERVICE_PRINCIPAL,
                                  AzureIdentityTypes.SERVICE_PRINCIPAL_CERTIFICATE,
                                  AzureIdentityTypes.WORKLOAD_IDENTITY,
                                  AzureIdentityTypes.USER_ASSIGNED_MSI))));
        };
    return new AzurePrincipal(
        proof, spec.tenantID(), spec.clientID(), proof == Proof.CERTIFICATE ? file : "");
  }

  private static ObjectKey secret(
      ApiObject pool, CloudIdentity.OfObject identity, AzureClusterIdentity.Spec spec)
      throws PrerequisiteException {
    AzureClusterIdentity.SecretReference reference = spec.clientSecret();
    String name = reference == null ? "" : Objects.requireNonNullElse(reference.name(), "");
    if (reference == null || name.isEmpty()) {
      throw refused(
          pool,
          identity,
          "it has no spec.clientSecret; name the Secret with its credentials there");
    }
    String own = identity.object().namespace();
    String namespace = Objects.requireNonNullElse(reference.namespace(), "");
    // Whoever writes identities in one namespace would read Secrets of another by it.
    if (!namespace.isEmpty() && !namespace.equals(own)) {
      throw refused(
          pool,
          identity,
          "its spec.clientSecret is in another namespace: move the Secret to namespace " + own);
    }
    if (!SECRET_NAME.matcher(name).matches()) {
      throw refused(
          pool, identity, "its spec.clientSecret.name is no name of a Secret; correct it");
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
    return PrerequisiteException.needsUserAction(AzureReasons.IDENTITY_NOT_USABLE, message);
  }
}
