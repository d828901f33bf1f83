package io.weir.provider.aws.eks.calls;

import io.weir.provider.Observation;
import io.weir.provider.PlanStep;
import io.weir.provider.ProviderException;
import io.weir.provider.Receipt;
import io.weir.provider.aws.eks.DesiredRole;
import io.weir.provider.aws.eks.EksObservedState;
import io.weir.provider.aws.eks.NodegroupStep;
import io.weir.provider.aws.eks.ObservedNodegroup;
import io.weir.provider.aws.eks.ObservedRole;
import io.weir.provider.aws.eks.RoleQuery;
import io.weir.provider.aws.eks.RoleStep;
import io.weir.provider.aws.group.GroupStep;
import io.weir.provider.aws.group.calls.GroupWrites;
import io.weir.provider.aws.tag.TagStep;
import io.weir.provider.aws.template.ObservedTemplate;
import io.weir.provider.aws.template.TemplateStep;
import io.weir.provider.aws.template.calls.TemplateWrites;
import java.time.Clock;
import java.util.Optional;
import software.amazon.awssdk.services.eks.model.DeleteNodegroupRequest;
import software.amazon.awssdk.services.eks.model.TagResourceRequest;
import software.amazon.awssdk.services.eks.model.UntagResourceRequest;

/**
 * Makes the writes of a pool that is a node group, and tells what AWS's answers prove.
 *
 * @param cluster the EKS cluster
 * @param memory is told of the answers
 */
public record EksStepApplier(EksPoolCalls calls, String cluster, EksMemory memory, Clock clock) {

  /**
   * Makes the write.
   *
   * @param before what the step was planned on, or the answer to the step before
   * @param idempotencyKey the same for a repetition
   */
  public Receipt<EksObservedState> apply(
      PlanStep step, Observation<EksObservedState> before, String idempotencyKey)
      throws ProviderException {
    var seen = before.observedState().orElseGet(() -> EksObservedState.absent(cluster));
    try {
      EksObservedState after =
          switch (step) {
            case NodegroupStep ofNodegroup -> nodegroup(ofNodegroup, seen, idempotencyKey);
            case RoleStep ofRole -> seen.withRole(new Roles(calls).apply(ofRole, seen.role()));
            case TemplateStep ofTemplate ->
                seen.withTemplate(
                    templates().apply(ofTemplate, seen.template(), idempotencyKey).template());
            case GroupStep ofGroup ->
                seen.withGroup(
                    new GroupWrites(calls).apply(ofGroup, seen.group(), Optional.empty()));
            case TagStep ofTags -> tags(ofTags, seen);
            default -> throw new IllegalArgumentException("no step of EKS: " + step);
          };
      return Receipt.of(
          Observation.of(Optional.of(after).filter(state -> !state.isAbsent()), clock.instant()));
    } catch (ProviderException failure) {
      if (step instanceof TemplateStep ofTemplate) {
        memory.templates().invalidate(ofTemplate.name(), clock.instant());
      }
      throw failure;
    } finally {
      forget(step, seen);
    }
  }

  /** What a write may have changed is read again. */
  private void forget(PlanStep step, EksObservedState seen) {
    if (step instanceof NodegroupStep ofNodegroup) {
      memory.forget(ofNodegroup.name());
    } else {
      seen.nodegroup().map(ObservedNodegroup::name).ifPresent(memory::forget);
    }
  }

  private EksObservedState nodegroup(
      NodegroupStep step, EksObservedState seen, String idempotencyKey) throws ProviderException {
    return switch (step) {
      case NodegroupStep.CreateNodegroup create ->
          seen.withNodegroup(Optional.of(create(create, seen, idempotencyKey)));
      case NodegroupStep.UpdateConfig update -> {
        var started =
            calls.updateNodegroupConfig(NodegroupRequests.update(cluster, update, idempotencyKey));
        memory.recordUpdate(update.name(), started.id());
        yield seen.withNodegroup(seen.nodegroup().map(ObservedNodegroup::updating));
      }
      case NodegroupStep.UpdateVersion update -> {
        var started =
            calls.updateNodegroupVersion(NodegroupRequests.update(cluster, update, idempotencyKey));
        memory.recordUpdate(update.name(), started.id());
        yield seen.withNodegroup(seen.nodegroup().map(ObservedNodegroup::updating));
      }
      case NodegroupStep.DeleteNodegroup delete -> {
        var request =
            DeleteNodegroupRequest.builder()
                .clusterName(cluster)
                .nodegroupName(delete.name())
                .build();
        boolean there =
            ProviderException.NotFound.asEmpty(
                    () -> {
                      calls.deleteNodegroup(request);
                      return delete;
                    })
                .isPresent();
        yield seen.withNodegroup(
            seen.nodegroup().filter(_ -> there).map(ObservedNodegroup::deleting));
      }
    };
  }

  private ObservedNodegroup create(
      NodegroupStep.CreateNodegroup step, EksObservedState seen, String idempotencyKey)
      throws ProviderException {
    Optional<ObservedTemplate> template = seen.template();
    return NodegroupReader.fromSdk(
        calls.createNodegroup(
            NodegroupRequests.create(
                step.want(), roleArn(step.role(), seen), template, idempotencyKey)));
  }

  private String roleArn(DesiredRole role, EksObservedState seen) throws ProviderException {
    if (role instanceof DesiredRole.Given given) {
      return given.arn();
    }
    Optional<String> known = seen.role().map(ObservedRole::arn);
    if (known.isPresent()) {
      return known.get();
    }
    return new Roles(calls)
        .query(new RoleQuery(role.name()))
        .arn()
        .orElseThrow(
            () ->
                new ProviderException.Transient(
                    "IAM does not show role %s yet".formatted(role.name()), null));
  }

  private EksObservedState tags(TagStep step, EksObservedState seen) throws ProviderException {
    if (ObservedNodegroup.isA(step.resource())) {
      String arn = step.resource().id();
      switch (step) {
        case TagStep.Setting set ->
            calls.tagResource(
                TagResourceRequest.builder().resourceArn(arn).tags(set.tags()).build());
        case TagStep.RemoveTags remove ->
            calls.untagResource(
                UntagResourceRequest.builder().resourceArn(arn).tagKeys(remove.keys()).build());
      }
      return seen.withNodegroup(
          seen.nodegroup().map(was -> was.withTags(step.tagsAfter(was.tags()))));
    }
    if (ObservedRole.isA(step.resource())) {
      return seen.withRole(new Roles(calls).apply(step, seen.role()));
    }
    return ObservedTemplate.isA(step.resource())
        ? seen.withTemplate(templates().apply(step, seen.template()))
        : seen.withGroup(new GroupWrites(calls).apply(step, seen.group(), true));
  }

  private TemplateWrites templates() {
    return new TemplateWrites(calls, memory.templates(), clock);
  }
}
