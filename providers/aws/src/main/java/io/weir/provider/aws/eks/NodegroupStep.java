package io.weir.provider.aws.eks;

import io.weir.provider.PlanStep;
import io.weir.provider.ProviderAnnotations;
import io.weir.provider.aws.eks.NodegroupSize.Scaling;
import io.weir.provider.aws.group.GroupAnnotations;
import io.weir.provider.aws.group.ObservedGroup.TemplateReference;
import io.weir.provider.aws.tag.AppliedTags;
import io.weir.provider.shared.EntryChanges;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A write to a node group, apart from its tags. EKS takes one change of a node group at a time. */
public sealed interface NodegroupStep extends PlanStep {

  /** The node group's. */
  String name();

  /**
   * Makes the node group. Role and launch template are looked up in what was observed, since they
   * may have been made by the steps before.
   *
   * @param role that its nodes have
   */
  record CreateNodegroup(DesiredNodegroup want, DesiredRole role, String reason)
      implements NodegroupStep {
    @Override
    public String name() {
      return want.name();
    }

    @Override
    public String description() {
      return "create EKS node group " + name();
    }

    /** It gets another Auto Scaling group, which has none of the hooks that we put. */
    @Override
    public ProviderAnnotations annotationsBefore(ProviderAnnotations annotations, Instant now) {
      return AppliedTags.withPlanned(
          EksAnnotations.withPlanned(
              annotations.with(GroupAnnotations.HOOKS_KEY, Optional.empty()), want.settings()),
          want.tags().additional());
    }

    @Override
    public Object goalKey() {
      return List.of(want, role);
    }
  }

  /**
   * Changes settings, size, or both. An absent part stays as it is.
   *
   * @param want the settings that are asked for, for what must be remembered
   * @param labels labels to set and to remove
   * @param taints taints to set and to remove
   * @param scaling size and bounds
   * @param updates whether to say how many nodes are replaced at once
   * @param repair whether EKS is to repair nodes
   * @param endsInstances how many nodes EKS ends since fewer are wanted
   */
  record UpdateConfig(
      String name,
      NodegroupSettings want,
      EntryChanges labels,
      EntryChanges taints,
      Optional<Scaling> scaling,
      boolean updates,
      Optional<Boolean> repair,
      int endsInstances,
      String reason)
      implements NodegroupStep {
    @Override
    public String description() {
      return "update EKS node group " + name;
    }

    @Override
    public boolean canBeSkipped() {
      return true;
    }

    @Override
    public ProviderAnnotations annotationsBefore(ProviderAnnotations annotations, Instant now) {
      return EksAnnotations.withPlanned(annotations, want);
    }
  }

  /**
   * Lets EKS replace all nodes by such of another launch template, version or image.
   *
   * @param template version of the launch template; absent to leave it
   * @param version Kubernetes version; absent where the image brings it
   * @param releaseVersion of the image; absent for the newest
   * @param endsInstances how many nodes there are
   */
  record UpdateVersion(
      String name,
      Optional<TemplateReference> template,
      @Nullable String version,
      @Nullable String releaseVersion,
      int endsInstances,
      String reason)
      implements NodegroupStep {
    @Override
    public String description() {
      return "replace the nodes of EKS node group " + name;
    }

    @Override
    public boolean canBeSkipped() {
      return true;
    }

    @Override
    public Object goalKey() {
      return List.of(
          name, template, Optional.ofNullable(version), Optional.ofNullable(releaseVersion));
    }
  }

  /**
   * Removes the node group with its nodes.
   *
   * @param endsInstances how many it has
   */
  record DeleteNodegroup(String name, int endsInstances, String reason) implements NodegroupStep {
    @Override
    public String description() {
      return "delete EKS node group " + name;
    }

    @Override
    public boolean deletes() {
      return true;
    }

    @Override
    public Object goalKey() {
      return List.of("deletion", name);
    }
  }
}
