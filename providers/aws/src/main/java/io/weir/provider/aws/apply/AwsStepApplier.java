package io.weir.provider.aws.apply;

import io.weir.provider.Observation;
import io.weir.provider.ProviderException;
import io.weir.provider.aws.calls.PoolCalls;
import io.weir.provider.aws.observed.AwsObservedState;
import io.weir.provider.aws.observed.AwsStateCache;
import io.weir.provider.aws.plan.AwsStep;
import io.weir.provider.aws.plan.GroupFeatureStep;
import io.weir.provider.aws.plan.GroupStep;
import io.weir.provider.aws.plan.InstanceRefreshStep;
import io.weir.provider.aws.plan.TagStep;
import io.weir.provider.aws.plan.TemplateStep;
import java.time.Clock;

/** Makes one write, and tells what AWS's answer proves. */
public final class AwsStepApplier {

  private final TemplateWrites templates;
  private final GroupWrites groups;
  private final AwsStateCache awsStateCache;
  private final Clock clock;

  public AwsStepApplier(PoolCalls calls, AwsStateCache awsStateCache, Clock clock) {
    this.templates = new TemplateWrites(calls, awsStateCache, clock);
    this.groups = new GroupWrites(calls);
    this.awsStateCache = awsStateCache;
    this.clock = clock;
  }

  /**
   * Makes the write.
   *
   * @param before what the step was planned on, or the answer to the step before
   * @param idempotencyKey the same for a repetition
   */
  public Observation<AwsObservedState> apply(
      AwsStep step, Observation<AwsObservedState> before, String idempotencyKey)
      throws ProviderException {
    var seen =
        before instanceof Observation.Present<AwsObservedState> there
            ? there.state()
            : AwsObservedState.ABSENT;
    try {
      AwsObservedState after =
          switch (step) {
            case TemplateStep.CreateTemplate create ->
                templates.create(create, seen, idempotencyKey);
            case TemplateStep.AddVersion add -> templates.add(add, seen, idempotencyKey);
            case TemplateStep.RenewUserData renew -> templates.renew(renew, seen, idempotencyKey);
            case TemplateStep.RemoveVersions remove -> templates.remove(remove, seen);
            case TemplateStep.DeleteTemplate delete -> templates.delete(delete, seen);
            case GroupStep.CreateGroup create -> groups.create(create, seen);
            case GroupStep.UpdateGroup update -> groups.update(update, seen);
            case GroupStep.DeleteGroup delete -> groups.delete(delete, seen);
            case InstanceRefreshStep.StartRefresh start -> groups.start(start, seen);
            case InstanceRefreshStep.CancelRefresh cancel -> groups.cancel(cancel, seen);
            case GroupFeatureStep.PutHook put -> groups.put(put, seen);
            case GroupFeatureStep.DeleteHook delete -> groups.delete(delete, seen);
            case GroupFeatureStep.Suspend suspend -> groups.suspend(suspend, seen);
            case GroupFeatureStep.Resume resume -> groups.resume(resume, seen);
            case TagStep.Mark mark -> mark(mark, seen);
            case TagStep.SetTags set -> tag(set, seen);
            case TagStep.RemoveTags remove ->
                remove.isTemplateWrite()
                    ? templates.untag(remove, seen)
                    : groups.untag(remove, seen);
          };
      return after.group().isEmpty() && after.template().isEmpty()
          ? new Observation.ProvenAbsent<>(clock.instant())
          : new Observation.Present<>(after, clock.instant());
    } catch (ProviderException failure) {
      doubt(step, failure);
      throw failure;
    }
  }

  /** Whether another manager has marked it since, only a read that begins later tells. */
  private AwsObservedState mark(TagStep.Mark mark, AwsObservedState seen) throws ProviderException {
    AwsObservedState after = tag(mark.toSetTags(), seen);
    awsStateCache.invalidate(mark.name(), clock.instant());
    return after;
  }

  private AwsObservedState tag(TagStep.SetTags set, AwsObservedState seen)
      throws ProviderException {
    return set.isTemplateWrite() ? templates.tag(set, seen) : groups.tag(set, seen);
  }

  private void doubt(AwsStep step, ProviderException failure) {
    if (ofTemplate(step, failure)) {
      awsStateCache.invalidate(step.name(), clock.instant());
    }
  }

  /** Whether the template may be another than the one we know. */
  private static boolean ofTemplate(AwsStep step, ProviderException failure) {
    return step instanceof TemplateStep
        ? !(failure instanceof ProviderException.Throttled)
        : step.isTemplateWrite()
            || String.valueOf(failure.getMessage()).contains("launch template");
  }
}
