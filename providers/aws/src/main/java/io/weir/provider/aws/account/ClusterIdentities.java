package io.weir.provider.aws.account;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.ApiObject;
import io.weir.api.Excerpt;
import io.weir.api.GroupKind;
import io.weir.api.Json;
import io.weir.api.LabelSelector;
import io.weir.api.ObjectKey;
import io.weir.provider.CloudIdentity;
import io.weir.provider.PrerequisiteException;
import io.weir.provider.RelatedObjects;
import io.weir.provider.aws.api.AWSCluster;
import io.weir.provider.aws.api.AWSClusterControllerIdentity;
import io.weir.provider.aws.api.AWSClusterRoleIdentity;
import io.weir.provider.aws.api.AWSClusterStaticIdentity;
import io.weir.provider.aws.api.AllowedNamespaces;
import io.weir.provider.aws.api.AwsReasons;
import io.weir.provider.aws.api.IdentityReference;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The identities that clusters of AWS name, which belong to no namespace and so to whoever
 * administers the management cluster: AWSClusterControllerIdentity/default lends the manager's own
 * credentials, an AWSClusterStaticIdentity those of a Secret in the manager's namespace, and an
 * AWSClusterRoleIdentity a role that another identity assumes.
 *
 * @param managerNamespace the manager's namespace; empty if it has none
 */
public record ClusterIdentities(String managerNamespace) {

  static final GroupKind CONTROLLER =
      new GroupKind(AwsClusterObjects.GROUP, "AWSClusterControllerIdentity");
  static final GroupKind STATIC =
      new GroupKind(AwsClusterObjects.GROUP, "AWSClusterStaticIdentity");
  static final GroupKind ROLE = new GroupKind(AwsClusterObjects.GROUP, "AWSClusterRoleIdentity");
  static final GroupKind NAMESPACE = new GroupKind("", "Namespace");

  /** What {@link #authorize} reads. */
  static final Set<GroupKind> RELATED_KINDS = Set.of(CONTROLLER, STATIC, ROLE, NAMESPACE);

  private static final String DEFAULT = "default";

  /** That of clusters which name none. */
  public static final CloudIdentity.OfObject OF_MANAGER =
      new CloudIdentity.OfObject(CONTROLLER.kind(), new ObjectKey("", DEFAULT));

  /** Each role takes a call, and AWS gives what has come by a role an hour. */
  private static final int LONGEST_CHAIN = 5;

  private static final Pattern ROLE_ARN =
      Pattern.compile("arn:aws[a-z-]*:iam::[0-9]{12}:role/\\S+");
  private static final Pattern SECRET_NAME =
      Pattern.compile("[a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?");

  /** The object that lends the manager's credentials to one namespace, or to all. */
  public static ApiObject ofManager(Optional<String> only) {
    ObjectNode tree = Json.MAPPER.createObjectNode();
    tree.put("apiVersion", CONTROLLER.group() + "/v1beta2").put("kind", CONTROLLER.kind());
    tree.putObject("metadata").put("name", DEFAULT);
    ObjectNode allowed = tree.putObject("spec").putObject("allowedNamespaces");
    only.ifPresent(namespace -> allowed.putArray("list").add(namespace));
    return new ApiObject(tree);
  }

  /**
   * The identity that an AWSCluster or AWSManagedControlPlane names, not read yet. Without an
   * identityRef it is AWSClusterControllerIdentity/default, as upstream's defaulting has it.
   *
   * @throws PrerequisiteException if it is of no such kind
   */
  static CloudIdentity named(ApiObject cluster) throws PrerequisiteException {
    IdentityReference reference = cluster.as(AWSCluster.class).spec().identityRef();
    return reference == null ? OF_MANAGER : named(reference, cluster + " spec.identityRef");
  }

  private static CloudIdentity.OfObject named(IdentityReference reference, String field)
      throws PrerequisiteException {
    String kind = Objects.requireNonNullElse(reference.kind(), "");
    String name = Objects.requireNonNullElse(reference.name(), "");
    if (!List.of(CONTROLLER.kind(), STATIC.kind(), ROLE.kind()).contains(kind)) {
      throw unusable(
          "%s.kind is %s; name one of %s, %s and %s"
              .formatted(field, Excerpt.of(kind), CONTROLLER.kind(), STATIC.kind(), ROLE.kind()));
    }
    try {
      return new CloudIdentity.OfObject(kind, new ObjectKey("", name));
    } catch (IllegalArgumentException _) {
      throw unusable(
          "%s.name %s is no name of an object; correct it".formatted(field, Excerpt.of(name)));
    }
  }

  /**
   * Grants an identity to a pool, or to a control plane.
   *
   * @return the identity with the Secret that it keeps its keys in, or the role that it assumes
   * @throws PrerequisiteException if it, or one that assumes its role, does not exist, does not
   *     admit the object's namespace, or lacks what it needs
   */
  public CloudIdentity authorize(
      CloudIdentity identity, ApiObject user, RelatedObjects relatedObjects)
      throws PrerequisiteException {
    if (!(identity instanceof CloudIdentity.OfObject named)
        || !named.object().namespace().isEmpty()) {
      throw refused(user, identity + ": it is no identity of AWS");
    }
    return granted(named, user, relatedObjects, LONGEST_CHAIN);
  }

  private CloudIdentity.OfObject granted(
      CloudIdentity.OfObject named, ApiObject user, RelatedObjects relatedObjects, int rolesLeft)
      throws PrerequisiteException {
    if (named.kind().equals(STATIC.kind())) {
      return keys(named, user, admitting(STATIC, named, user, relatedObjects));
    }
    if (named.kind().equals(ROLE.kind())) {
      return role(named, user, relatedObjects, rolesLeft);
    }
    if (!named.kind().equals(CONTROLLER.kind())) {
      throw refused(user, named + ": it is no identity of AWS");
    }
    if (!named.object().name().equals(DEFAULT)) {
      throw refused(user, "%s: the only one is named %s".formatted(named, DEFAULT));
    }
    ApiObject _ = admitting(CONTROLLER, named, user, relatedObjects);
    return OF_MANAGER;
  }

  private CloudIdentity.OfObject keys(
      CloudIdentity.OfObject named, ApiObject user, ApiObject object) throws PrerequisiteException {
    String secret = object.as(AWSClusterStaticIdentity.class).spec().secretRef();
    if (secret == null || !SECRET_NAME.matcher(secret).matches()) {
      throw refused(
          user, named + ", whose spec.secretRef is no name of a Secret: name that with its keys");
    }
    if (managerNamespace.isEmpty()) {
      throw refused(
          user,
          named
              + ", whose Secret is looked for in the manager's namespace: the manager runs outside"
              + " a cluster and knows none; tell it by --lease-namespace");
    }
    return new CloudIdentity.OfObject(
        named.kind(), named.object(), Optional.of(new ObjectKey(managerNamespace, secret)));
  }

  private CloudIdentity.OfObject role(
      CloudIdentity.OfObject named, ApiObject user, RelatedObjects relatedObjects, int rolesLeft)
      throws PrerequisiteException {
    AWSClusterRoleIdentity.Spec spec =
        admitting(ROLE, named, user, relatedObjects).as(AWSClusterRoleIdentity.class).spec();
    if (spec.roleARN() == null || !ROLE_ARN.matcher(spec.roleARN()).matches()) {
      throw refused(
          user,
          named
              + ", whose spec.roleARN is not that of a role, such as"
              + " arn:aws:iam::123456789012:role/pools: correct it");
    }
    IdentityReference reference = spec.sourceIdentityRef();
    if (reference == null) {
      throw refused(
          user,
          "%s, which has no spec.sourceIdentityRef: name the identity that assumes its role, such as %s"
              .formatted(named, OF_MANAGER));
    }
    if (rolesLeft == 0) {
      throw refused(
          user,
          "%s: there are more than %d roles in its chain of spec.sourceIdentityRef, or it leads back to itself; shorten it"
              .formatted(named, LONGEST_CHAIN));
    }
    CloudIdentity.OfObject source =
        granted(
            named(reference, named + " spec.sourceIdentityRef"),
            user,
            relatedObjects,
            rolesLeft - 1);
    return new CloudIdentity.OfObject(
        named.kind(), named.object(), source.secret(), AssumedRole.of(spec, source).text());
  }

  /** The object of an identity, if it admits the user's namespace. */
  private static ApiObject admitting(
      GroupKind kind, CloudIdentity.OfObject named, ApiObject user, RelatedObjects relatedObjects)
      throws PrerequisiteException {
    Optional<ApiObject> object = relatedObjects.find(kind, named.object());
    if (object.isEmpty()) {
      throw refused(
          user,
          named
              + ", which does not exist: "
              + (named.equals(OF_MANAGER) ? "weir install creates it" : "create it"));
    }
    if (!admits(object.get(), user.namespace(), relatedObjects)) {
      throw refused(
          user,
          "%s, whose spec.allowedNamespaces does not admit namespace %s: add it to spec.allowedNamespaces.list"
              .formatted(named, user.namespace()));
    }
    return object.get();
  }

  private static PrerequisiteException refused(ApiObject user, String what) {
    return unusable(user + " may not use " + what);
  }

  private static PrerequisiteException unusable(String message) {
    return PrerequisiteException.needsUserAction(AwsReasons.IDENTITY_NOT_USABLE, message);
  }

  private static boolean admits(
      ApiObject identity, String namespace, RelatedObjects relatedObjects) {
    // All three kinds have the field alike.
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
