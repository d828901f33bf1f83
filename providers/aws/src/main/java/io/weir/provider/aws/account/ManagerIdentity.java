package io.weir.provider.aws.account;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.ApiObject;
import io.weir.api.GroupKind;
import io.weir.api.Json;
import io.weir.api.LabelSelector;
import io.weir.api.ObjectKey;
import io.weir.provider.CloudIdentity;
import io.weir.provider.PrerequisiteException;
import io.weir.provider.RelatedObjects;
import io.weir.provider.aws.api.AWSClusterControllerIdentity;
import io.weir.provider.aws.api.AllowedNamespaces;
import io.weir.provider.aws.api.AwsReasons;
import java.util.Map;
import java.util.Optional;

/**
 * AWSClusterControllerIdentity/default: who may use the manager's own credentials. AWSClusters that
 * name no identity use it.
 */
public final class ManagerIdentity {

  static final GroupKind KIND =
      new GroupKind(AwsClusterObjects.GROUP, "AWSClusterControllerIdentity");
  static final GroupKind NAMESPACE = new GroupKind("", "Namespace");
  static final String NAME = "default";

  /** What a pool that uses it has as its identity. */
  public static final CloudIdentity IDENTITY =
      new CloudIdentity.OfObject(KIND.kind(), new ObjectKey("", NAME));

  private ManagerIdentity() {}

  /** The object that admits one namespace, or all. */
  public static ApiObject admitting(Optional<String> only) {
    ObjectNode tree = Json.MAPPER.createObjectNode();
    tree.put("apiVersion", KIND.group() + "/v1beta2").put("kind", KIND.kind());
    tree.putObject("metadata").put("name", NAME);
    ObjectNode allowed = tree.putObject("spec").putObject("allowedNamespaces");
    only.ifPresent(namespace -> allowed.putArray("list").add(namespace));
    return new ApiObject(tree);
  }

  /**
   * Grants an identity to a pool, or to a control plane.
   *
   * @throws PrerequisiteException if it is any other identity, if the object does not exist, or if
   *     it does not admit the object's namespace
   */
  public static void authorize(
      CloudIdentity identity, ApiObject user, RelatedObjects relatedObjects)
      throws PrerequisiteException {
    if (!identity.equals(IDENTITY)) {
      throw refused(user, identity + ": only " + IDENTITY + " is supported");
    }
    Optional<ApiObject> object = relatedObjects.find(KIND, new ObjectKey("", NAME));
    if (object.isEmpty()) {
      throw refused(user, identity + ", which does not exist: weir install creates it");
    }
    if (!admits(object.get(), user.namespace(), relatedObjects)) {
      throw refused(
          user,
          "%s, whose spec.allowedNamespaces does not admit namespace %s: add it to spec.allowedNamespaces.list"
              .formatted(identity, user.namespace()));
    }
  }

  private static PrerequisiteException refused(ApiObject user, String what) {
    return PrerequisiteException.needsUserAction(
        AwsReasons.IDENTITY_NOT_USABLE, user + " may not use " + what);
  }

  private static boolean admits(
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

  /** Other than elsewhere in Kubernetes, one that asks for nothing admits nobody. */
  private static boolean selects(LabelSelector selector, Map<String, String> labels) {
    return !selector.isEmpty() && selector.matches(labels);
  }
}
