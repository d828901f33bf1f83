package io.weir.provider.aws.eks;

import io.weir.provider.ProviderAnnotations;
import io.weir.provider.aws.group.GroupAnnotations;
import io.weir.provider.aws.tag.AppliedTags;
import io.weir.provider.shared.AppliedEntries;
import io.weir.provider.shared.AppliedEntries.Form;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** The annotations that this provider keeps on an AWSManagedMachinePool. */
public final class EksAnnotations {

  /** Labels of Nodes that we asked EKS for. */
  static final AppliedEntries LABELS = new AppliedEntries("weir.io/eks-labels", Form.NAMES);

  /** Taints of Nodes that we asked EKS for. */
  static final AppliedEntries TAINTS = new AppliedEntries("weir.io/eks-taints", Form.NAMES);

  /** Policies that we attached to the role. */
  static final AppliedEntries POLICIES =
      new AppliedEntries("weir.io/eks-role-policies", Form.NAMES);

  /**
   * The version of the launch template that the node group has and that counts as the newest one,
   * as {@code id@version}: where somebody else made it, nodes are not replaced for ours.
   */
  static final String SERVING_VERSION = "weir.io/eks-serving-template-version";

  /** Their keys. */
  public static final Set<String> KEYS = keys();

  private EksAnnotations() {}

  private static Set<String> keys() {
    var keys = new TreeSet<String>();
    keys.add(GroupAnnotations.HOOKS_KEY);
    keys.add(AppliedTags.ANNOTATION);
    keys.add(LABELS.annotation());
    keys.add(TAINTS.annotation());
    keys.add(POLICIES.annotation());
    keys.add(SERVING_VERSION);
    return Set.copyOf(keys);
  }

  /** Before a node group is made or changed: the labels and taints that it may then have of us. */
  static ProviderAnnotations withPlanned(
      ProviderAnnotations annotations, NodegroupSettings settings) {
    return TAINTS.add(LABELS.add(annotations, settings.labels()), settings.taints());
  }

  /** Once the node group has the wanted labels and taints, and no others of us. */
  static ProviderAnnotations withOnly(ProviderAnnotations annotations, NodegroupSettings settings) {
    return TAINTS.set(LABELS.set(annotations, settings.labels()), settings.taints());
  }

  /** Whether the version that the node group has counts as the newest one. */
  static boolean serves(ProviderAnnotations annotations, String id, String version) {
    return annotations.get(SERVING_VERSION).filter((id + "@" + version)::equals).isPresent();
  }

  /** Notes for {@link ProviderAnnotations#withAll} that this version counts as the newest one. */
  static Map<String, Optional<String>> serving(String id, String version) {
    return Map.of(SERVING_VERSION, Optional.of(id + "@" + version));
  }

  /** Notes that none does. */
  static Map<String, Optional<String>> noneServing() {
    return Map.of(SERVING_VERSION, Optional.empty());
  }
}
