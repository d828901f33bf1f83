package io.weir.provider.aws.apply;

import io.weir.provider.Observation;
import io.weir.provider.ProviderException;
import io.weir.provider.aws.calls.AwsCalls;
import io.weir.provider.aws.observed.AwsObserved;
import io.weir.provider.aws.observed.Memory;
import io.weir.provider.aws.plan.AwsStep;
import io.weir.provider.aws.plan.GroupStep;
import io.weir.provider.aws.plan.RefreshStep;
import io.weir.provider.aws.plan.TemplateStep;
import io.weir.provider.aws.plan.UpkeepStep;
import java.time.Clock;

/** Makes one write, and tells what AWS's answer proves. */
public final class Applier {

  private final TemplateWrites templates;
  private final GroupWrites groups;
  private final Memory memory;
  private final Clock clock;

  public Applier(AwsCalls calls, Memory memory, Clock clock) {
    this.templates = new TemplateWrites(calls, memory, clock);
    this.groups = new GroupWrites(calls, memory, clock);
    this.memory = memory;
    this.clock = clock;
  }

  /**
   * Makes the write.
   *
   * @param before what the step was planned on, or the answer to the step before
   * @param idempotencyKey the same for a repetition
   */
  public Observation<AwsObserved> apply(
      AwsStep step, Observation<AwsObserved> before, String idempotencyKey)
      throws ProviderException {
    var seen =
        before instanceof Observation.Seen<AwsObserved> there
            ? there.observed()
            : AwsObserved.NOTHING;
    try {
      AwsObserved after =
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
            case RefreshStep.StartRefresh start -> groups.start(start, seen);
            case RefreshStep.CancelRefresh cancel -> groups.cancel(cancel, seen);
            case UpkeepStep.PutHook put -> groups.put(put, seen);
            case UpkeepStep.DeleteHook delete -> groups.delete(delete, seen);
            case UpkeepStep.Suspend suspend -> groups.suspend(suspend, seen);
            case UpkeepStep.Resume resume -> groups.resume(resume, seen);
            case UpkeepStep.SetTags set ->
                set.ofTemplate() ? templates.tag(set, seen) : groups.tag(set, seen);
            case UpkeepStep.RemoveTags remove ->
                remove.ofTemplate() ? templates.untag(remove, seen) : groups.untag(remove, seen);
          };
      return after.group().isEmpty() && after.template().isEmpty()
          ? new Observation.ProvenAbsent<>(clock.instant())
          : new Observation.Seen<>(after, clock.instant());
    } catch (ProviderException failure) {
      doubt(step, failure);
      throw failure;
    }
  }

  private void doubt(AwsStep step, ProviderException failure) {
    if (ofTemplate(step, failure)) {
      memory.doubt(step.name(), clock.instant());
    }
    if (step instanceof RefreshStep) {
      memory.refreshes().doubt(step.name(), clock.instant());
    }
  }

  /** Whether the template may be another than the one we know. */
  private static boolean ofTemplate(AwsStep step, ProviderException failure) {
    return step instanceof TemplateStep
        ? !(failure instanceof ProviderException.Throttled)
        : step.ofTemplate() || String.valueOf(failure.getMessage()).contains("launch template");
  }
}
