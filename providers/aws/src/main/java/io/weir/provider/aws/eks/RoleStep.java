package io.weir.provider.aws.eks;

import io.weir.provider.PlanStep;
import io.weir.provider.ProviderAnnotations;
import io.weir.provider.aws.tag.AppliedTags;
import io.weir.provider.shared.AppliedEntries;
import java.time.Instant;
import java.util.List;
import java.util.Set;

/** A write to the role that Weir makes for a node group, apart from its tags. */
public sealed interface RoleStep extends PlanStep {

  /** The role's. */
  String name();

  /** Makes the role, without policies. */
  record CreateRole(DesiredRole.Made want, String reason) implements RoleStep {
    @Override
    public String name() {
      return want.name();
    }

    @Override
    public String description() {
      return "create IAM role " + name();
    }

    @Override
    public ProviderAnnotations annotationsBefore(ProviderAnnotations annotations, Instant now) {
      return AppliedTags.withPlanned(annotations, want.tags().additional());
    }
  }

  /** Attaches a policy to the role. */
  record AttachPolicy(String name, String policy, String reason) implements RoleStep {
    @Override
    public String description() {
      return "attach %s to IAM role %s".formatted(policy, name);
    }

    @Override
    public ProviderAnnotations annotationsBefore(ProviderAnnotations annotations, Instant now) {
      return EksAnnotations.POLICIES.add(annotations, AppliedEntries.names(List.of(policy)));
    }
  }

  /** Detaches a policy from the role that we attached. */
  record DetachPolicy(String name, String policy, String reason) implements RoleStep {
    @Override
    public String description() {
      return "detach %s from IAM role %s".formatted(policy, name);
    }

    @Override
    public boolean canBeSkipped() {
      return true;
    }

    @Override
    public ProviderAnnotations annotationsAfterSuccess(ProviderAnnotations annotations) {
      return EksAnnotations.POLICIES.remove(annotations, policy);
    }
  }

  /**
   * Deletes the role.
   *
   * @param policies those that are attached, and must be detached first
   */
  record DeleteRole(String name, Set<String> policies, String reason) implements RoleStep {
    public DeleteRole {
      policies = Set.copyOf(policies);
    }

    @Override
    public String description() {
      return "delete IAM role " + name;
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
