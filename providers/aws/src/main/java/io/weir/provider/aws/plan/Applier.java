package io.weir.provider.aws.plan;

import io.weir.provider.Observation;
import io.weir.provider.ProviderException;
import io.weir.provider.aws.calls.AwsCalls;
import io.weir.provider.aws.observed.AwsObserved;
import io.weir.provider.aws.observed.Memory;
import java.time.Clock;
import java.util.Optional;

/** Makes one write, and tells what AWS's answer proves. */
public final class Applier {

  private static final AwsObserved NOTHING =
      new AwsObserved(Optional.empty(), Optional.empty(), Optional.empty());

  private final TemplateWrites templates;
  private final GroupWrites groups;
  private final Memory memory;
  private final Clock clock;

  public Applier(AwsCalls calls, Memory memory, Clock clock) {
    this.templates = new TemplateWrites(calls, memory, clock);
    this.groups = new GroupWrites(calls, memory.refreshes(), clock);
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
    var seen = before instanceof Observation.Seen<AwsObserved> there ? there.observed() : NOTHING;
    try {
      AwsObserved after =
          switch (step) {
            case AwsStep.CreateTemplate create -> templates.create(create, seen, idempotencyKey);
            case AwsStep.AddVersion add -> templates.add(add, seen, idempotencyKey);
            case AwsStep.RemoveVersions remove -> templates.remove(remove, seen);
            case AwsStep.DeleteTemplate delete -> templates.delete(delete, seen);
            case AwsStep.CreateGroup create -> groups.create(create, seen);
            case AwsStep.UpdateGroup update -> groups.update(update, seen);
            case AwsStep.DeleteGroup delete -> groups.delete(delete, seen);
            case AwsStep.StartRefresh start -> groups.start(start, seen);
            case AwsStep.CancelRefresh cancel -> groups.cancel(cancel, seen);
            case AwsStep.PutHook put -> groups.put(put, seen);
            case AwsStep.DeleteHook delete -> groups.delete(delete, seen);
            case AwsStep.Suspend suspend -> groups.suspend(suspend, seen);
            case AwsStep.Resume resume -> groups.resume(resume, seen);
            case AwsStep.SetTags set ->
                set.on() == AwsStep.Tagged.GROUP ? groups.tag(set, seen) : templates.tag(set, seen);
            case AwsStep.RemoveTags remove ->
                remove.on() == AwsStep.Tagged.GROUP
                    ? groups.untag(remove, seen)
                    : templates.untag(remove, seen);
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
    if (step instanceof AwsStep.StartRefresh || step instanceof AwsStep.CancelRefresh) {
      memory.refreshes().doubt(step.name(), clock.instant());
    }
  }

  /** Whether the template may be another than the one we know. */
  private static boolean ofTemplate(AwsStep step, ProviderException failure) {
    return switch (step) {
      case AwsStep.CreateTemplate _,
          AwsStep.AddVersion _,
          AwsStep.RemoveVersions _,
          AwsStep.DeleteTemplate _ ->
          !(failure instanceof ProviderException.Throttled);
      case AwsStep.SetTags set -> set.on() == AwsStep.Tagged.TEMPLATE;
      case AwsStep.RemoveTags remove -> remove.on() == AwsStep.Tagged.TEMPLATE;
      case AwsStep.CreateGroup _,
          AwsStep.UpdateGroup _,
          AwsStep.DeleteGroup _,
          AwsStep.StartRefresh _,
          AwsStep.CancelRefresh _,
          AwsStep.PutHook _,
          AwsStep.DeleteHook _,
          AwsStep.Suspend _,
          AwsStep.Resume _ ->
          String.valueOf(failure.getMessage()).contains("launch template");
    };
  }
}
