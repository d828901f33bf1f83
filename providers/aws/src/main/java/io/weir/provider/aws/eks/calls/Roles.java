package io.weir.provider.aws.eks.calls;

import io.weir.provider.ProviderException;
import io.weir.provider.aws.account.calls.TokenPages;
import io.weir.provider.aws.eks.DesiredRole;
import io.weir.provider.aws.eks.ObservedRole;
import io.weir.provider.aws.eks.RoleQuery;
import io.weir.provider.aws.eks.RoleStep;
import io.weir.provider.aws.tag.TagStep;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import software.amazon.awssdk.services.iam.model.AttachRolePolicyRequest;
import software.amazon.awssdk.services.iam.model.AttachedPolicy;
import software.amazon.awssdk.services.iam.model.CreateRoleRequest;
import software.amazon.awssdk.services.iam.model.DeleteRoleRequest;
import software.amazon.awssdk.services.iam.model.DetachRolePolicyRequest;
import software.amazon.awssdk.services.iam.model.GetRoleRequest;
import software.amazon.awssdk.services.iam.model.ListAttachedRolePoliciesRequest;
import software.amazon.awssdk.services.iam.model.Role;
import software.amazon.awssdk.services.iam.model.Tag;
import software.amazon.awssdk.services.iam.model.TagRoleRequest;
import software.amazon.awssdk.services.iam.model.UntagRoleRequest;

/** Reads roles of IAM, and writes those that Weir makes for node groups. */
record Roles(IamCalls calls) {

  /** Answers whether there is a role of a name, and whose it is. */
  RoleQuery.RoleResult query(RoleQuery query) throws ProviderException {
    Optional<Role> found = get(query.name());
    return new RoleQuery.RoleResult(found.map(Role::arn), found.map(Roles::tags).orElse(Map.of()));
  }

  /** A role with its policies; empty if there is none. */
  Optional<ObservedRole> read(String name) throws ProviderException {
    Optional<Role> role = get(name);
    return role.isEmpty() ? Optional.empty() : Optional.of(fromSdk(role.get(), policies(name)));
  }

  private Optional<Role> get(String name) throws ProviderException {
    var request = GetRoleRequest.builder().roleName(name).build();
    return ProviderException.NotFound.asEmpty(() -> calls.getRole(request));
  }

  private Set<String> policies(String name) throws ProviderException {
    var arns = new TreeSet<String>();
    var pages = new TokenPages("ListAttachedRolePolicies");
    Optional<String> next = Optional.empty();
    do {
      var page =
          calls.listAttachedRolePolicies(
              ListAttachedRolePoliciesRequest.builder()
                  .roleName(name)
                  .marker(next.orElse(null))
                  .build());
      page.attachedPolicies().stream().map(AttachedPolicy::policyArn).forEach(arns::add);
      next = pages.next(page.marker());
    } while (next.isPresent());
    return arns;
  }

  private static ObservedRole fromSdk(Role role, Set<String> policies) {
    return new ObservedRole(role.roleName(), role.arn(), tags(role), policies);
  }

  private static Map<String, String> tags(Role role) {
    var tags = new HashMap<String, String>();
    role.tags().forEach(tag -> tags.put(tag.key(), tag.value()));
    return tags;
  }

  /**
   * Makes the write.
   *
   * @param seen the role before it
   * @return the role after it; empty if it is gone
   */
  Optional<ObservedRole> apply(RoleStep step, Optional<ObservedRole> seen)
      throws ProviderException {
    return switch (step) {
      case RoleStep.CreateRole create -> Optional.of(create(create.want()));
      case RoleStep.AttachPolicy attach -> {
        calls.attachRolePolicy(
            AttachRolePolicyRequest.builder()
                .roleName(attach.name())
                .policyArn(attach.policy())
                .build());
        yield seen.map(was -> was.withPolicies(with(was.policies(), attach.policy())));
      }
      case RoleStep.DetachPolicy detach -> {
        detach(detach.name(), detach.policy());
        yield seen.map(was -> was.withPolicies(without(was.policies(), detach.policy())));
      }
      case RoleStep.DeleteRole delete -> {
        for (String policy : new TreeSet<>(delete.policies())) {
          detach(delete.name(), policy);
        }
        var _ =
            ProviderException.NotFound.asEmpty(
                () -> {
                  calls.deleteRole(DeleteRoleRequest.builder().roleName(delete.name()).build());
                  return delete;
                });
        yield Optional.empty();
      }
    };
  }

  /** Sets or removes tags of the role. */
  Optional<ObservedRole> apply(TagStep step, Optional<ObservedRole> seen) throws ProviderException {
    String name = step.resource().id();
    switch (step) {
      case TagStep.Setting set ->
          calls.tagRole(TagRoleRequest.builder().roleName(name).tags(tags(set.tags())).build());
      case TagStep.RemoveTags remove ->
          calls.untagRole(UntagRoleRequest.builder().roleName(name).tagKeys(remove.keys()).build());
    }
    return seen.map(was -> was.withTags(step.tagsAfter(was.tags())));
  }

  private ObservedRole create(DesiredRole.Made want) throws ProviderException {
    var made =
        calls.createRole(
            CreateRoleRequest.builder()
                .roleName(want.name())
                .path(want.path())
                .permissionsBoundary(want.permissionsBoundary())
                .assumeRolePolicyDocument(trust(want.trusted()))
                .tags(tags(want.tags().all()))
                .build());
    return new ObservedRole(made.roleName(), made.arn(), want.tags().all(), Set.of());
  }

  /** Lets machines of a service, and nobody else, have the role. */
  private static String trust(String service) {
    return """
    {"Version": "2012-10-17", "Statement": [{"Effect": "Allow", \
    "Principal": {"Service": ["%s"]}, "Action": ["sts:AssumeRole"]}]}\
    """
        .formatted(service);
  }

  private void detach(String name, String policy) throws ProviderException {
    var request = DetachRolePolicyRequest.builder().roleName(name).policyArn(policy).build();
    var _ =
        ProviderException.NotFound.asEmpty(
            () -> {
              calls.detachRolePolicy(request);
              return policy;
            });
  }

  private static Set<String> with(Collection<String> policies, String policy) {
    var all = new TreeSet<>(policies);
    all.add(policy);
    return all;
  }

  private static Set<String> without(Collection<String> policies, String policy) {
    var left = new TreeSet<>(policies);
    left.remove(policy);
    return left;
  }

  private static List<Tag> tags(Map<String, String> tags) {
    return tags.entrySet().stream()
        .map(tag -> Tag.builder().key(tag.getKey()).value(tag.getValue()).build())
        .toList();
  }
}
