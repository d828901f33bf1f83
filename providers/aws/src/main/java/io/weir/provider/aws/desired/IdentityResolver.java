package io.weir.provider.aws.desired;

import com.fasterxml.jackson.databind.JsonNode;
import io.weir.api.ApiObject;
import io.weir.api.GroupKind;
import io.weir.api.ObjectKey;
import io.weir.provider.PrerequisiteException;
import io.weir.provider.RelatedObjects;
import io.weir.provider.aws.api.AWSCluster;
import io.weir.provider.aws.api.AWSClusterControllerIdentity;
import io.weir.provider.aws.api.AllowedNamespaces;
import io.weir.provider.aws.api.AllowedNamespaces.LabelSelector;
import io.weir.provider.aws.api.AllowedNamespaces.Requirement;
import io.weir.provider.aws.api.IdentityReference;
import java.util.Map;

/** Whose credentials a cluster uses, and whether its namespace may. */
final class IdentityResolver {

  static final GroupKind CONTROLLER_IDENTITY =
      new GroupKind(AwsClusterObjects.GROUP, "AWSClusterControllerIdentity");
  static final GroupKind NAMESPACE = new GroupKind("", "Namespace");

  /** The manager's own credentials: what a cluster without an identityRef uses. */
  private static final String OWN = "AWSClusterControllerIdentity/default";

  private IdentityResolver() {}

  /**
   * The identity of an AWSCluster, for a {@link io.weir.provider.CloudScope}.
   *
   * @throws PrerequisiteException if it may not be used from there, or is of a kind that is not
   *     supported
   */
  static String resolve(ApiObject cluster, RelatedObjects relatedObjects)
      throws PrerequisiteException {
    IdentityReference reference = cluster.as(AWSCluster.class).spec().identityRef();
    if (reference == null) {
      return OWN;
    }
    String named = reference.kind() + "/" + reference.name();
    if (!reference.kind().equals(CONTROLLER_IDENTITY.kind())) {
      throw unusable(
          cluster,
          "names "
              + named
              + ": kind %s is not supported yet; use AWSClusterControllerIdentity/default"
                  .formatted(reference.kind()));
    }
    if (!named.equals(OWN)) {
      throw unusable(cluster, "names " + named + "; the only one is named default");
    }
    ApiObject identity =
        relatedObjects
            .find(CONTROLLER_IDENTITY, new ObjectKey("", reference.name()))
            .orElseThrow(() -> unusable(cluster, "names " + named + ", which does not exist"));
    if (!allows(identity, cluster.namespace(), relatedObjects)) {
      throw unusable(
          cluster,
          ("names %s, whose spec.allowedNamespaces does not admit namespace %s; add it to "
                  + "spec.allowedNamespaces.list")
              .formatted(named, cluster.namespace()));
    }
    return OWN;
  }

  private static PrerequisiteException unusable(ApiObject cluster, String why) {
    return PrerequisiteException.needsUserAction(
        AwsReasons.IDENTITY_NOT_USABLE, "AWSCluster " + cluster.key() + " spec.identityRef " + why);
  }

  private static boolean allows(
      ApiObject identity, String namespace, RelatedObjects relatedObjects) {
    AllowedNamespaces allowed =
        identity.as(AWSClusterControllerIdentity.class).spec().allowedNamespaces();
    if (allowed == null) {
      return false;
    }
    if (isEmpty(identity.at("/spec/allowedNamespaces"))) {
      return true;
    }
    LabelSelector selector = allowed.selector();
    return allowed.list().contains(namespace)
        || (selector != null
            && relatedObjects
                .find(NAMESPACE, new ObjectKey("", namespace))
                .filter(found -> selects(selector, found.labels()))
                .isPresent());
  }

  // An empty object admits everybody, an empty list in it nobody: the record can not tell them
  // apart.
  private static boolean isEmpty(JsonNode allowed) {
    JsonNode selector = allowed.path("selector");
    return (allowed.path("list").isMissingNode() || allowed.path("list").isNull())
        && (selector.isMissingNode() || selector.isEmpty());
  }

  private static boolean selects(LabelSelector selector, Map<String, String> labels) {
    if (selector.matchLabels().isEmpty() && selector.matchExpressions().isEmpty()) {
      return false;
    }
    return labels.entrySet().containsAll(selector.matchLabels().entrySet())
        && selector.matchExpressions().stream().allMatch(wanted -> meets(wanted, labels));
  }

  private static boolean meets(Requirement wanted, Map<String, String> labels) {
    String value = labels.get(wanted.key());
    return switch (wanted.operator()) {
      case "In" -> value != null && wanted.values().contains(value);
      case "NotIn" -> value == null || !wanted.values().contains(value);
      case "Exists" -> value != null;
      case "DoesNotExist" -> value == null;
      default -> false;
    };
  }
}
