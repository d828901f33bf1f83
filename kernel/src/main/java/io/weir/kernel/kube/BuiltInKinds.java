package io.weir.kernel.kube;

import io.weir.api.GroupKind;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The kinds of Kubernetes itself that Weir uses, which no CRD describes. */
public final class BuiltInKinds implements ResourceLookup {

  public static final GroupKind NODE = new GroupKind("", "Node");
  public static final GroupKind POD = new GroupKind("", "Pod");
  public static final GroupKind PERSISTENT_VOLUME_CLAIM =
      new GroupKind("", "PersistentVolumeClaim");
  public static final GroupKind VOLUME_ATTACHMENT =
      new GroupKind("storage.k8s.io", "VolumeAttachment");
  public static final GroupKind NAMESPACE = new GroupKind("", "Namespace");
  public static final GroupKind CONFIG_MAP = new GroupKind("", "ConfigMap");
  public static final GroupKind LEASE = new GroupKind("coordination.k8s.io", "Lease");
  public static final GroupKind EVENT = new GroupKind("events.k8s.io", "Event");

  public static final GroupKind MUTATING_WEBHOOK_CONFIGURATION =
      new GroupKind("admissionregistration.k8s.io", "MutatingWebhookConfiguration");
  public static final GroupKind VALIDATING_WEBHOOK_CONFIGURATION =
      new GroupKind("admissionregistration.k8s.io", "ValidatingWebhookConfiguration");

  private static final Map<GroupKind, Resource> ALL =
      Stream.of(
              Resource.builtIn("", "Secret", "secrets", true),
              Resource.builtIn("", "ConfigMap", "configmaps", true),
              Resource.builtIn("", "Namespace", "namespaces", false),
              Resource.builtIn("", "Node", "nodes", false),
              Resource.builtIn("", "Pod", "pods", true),
              Resource.builtIn("", "PersistentVolumeClaim", "persistentvolumeclaims", true),
              Resource.builtIn("storage.k8s.io", "VolumeAttachment", "volumeattachments", false),
              Resource.builtIn("", "Service", "services", true),
              Resource.builtIn("", "ServiceAccount", "serviceaccounts", true),
              Resource.builtIn("apps", "Deployment", "deployments", true),
              Resource.builtIn("rbac.authorization.k8s.io", "ClusterRole", "clusterroles", false),
              Resource.builtIn(
                  "rbac.authorization.k8s.io", "ClusterRoleBinding", "clusterrolebindings", false),
              Resource.builtIn("rbac.authorization.k8s.io", "Role", "roles", true),
              Resource.builtIn("rbac.authorization.k8s.io", "RoleBinding", "rolebindings", true),
              Resource.builtIn("coordination.k8s.io", "Lease", "leases", true),
              Resource.builtIn("events.k8s.io", "Event", "events", true),
              Resource.builtIn(
                  "admissionregistration.k8s.io",
                  "MutatingWebhookConfiguration",
                  "mutatingwebhookconfigurations",
                  false),
              Resource.builtIn(
                  "admissionregistration.k8s.io",
                  "ValidatingWebhookConfiguration",
                  "validatingwebhookconfigurations",
                  false),
              Resource.builtIn(
                  "admissionregistration.k8s.io",
                  "ValidatingAdmissionPolicy",
                  "validatingadmissionpolicies",
                  false),
              Resource.builtIn(
                  "admissionregistration.k8s.io",
                  "ValidatingAdmissionPolicyBinding",
                  "validatingadmissionpolicybindings",
                  false),
              Resource.builtIn(
                  "apiextensions.k8s.io",
                  "CustomResourceDefinition",
                  "customresourcedefinitions",
                  false))
          .collect(Collectors.toUnmodifiableMap(Resource::kind, Function.identity()));

  /** The one instance; it has no state. */
  public static final BuiltInKinds LOOKUP = new BuiltInKinds();

  private BuiltInKinds() {}

  @Override
  public Optional<Resource> find(GroupKind kind) {
    return Optional.ofNullable(ALL.get(kind));
  }
}
