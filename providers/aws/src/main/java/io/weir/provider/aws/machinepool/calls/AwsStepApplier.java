package io.weir.provider.aws.machinepool.calls;

import io.weir.provider.Observation;
import io.weir.provider.PlanStep;
import io.weir.provider.ProviderException;
import io.weir.provider.Receipt;
import io.weir.provider.aws.group.GroupStep;
import io.weir.provider.aws.group.calls.GroupWrites;
import io.weir.provider.aws.machinepool.AwsObservedState;
import io.weir.provider.aws.refresh.InstanceRefreshStep;
import io.weir.provider.aws.refresh.RefreshObservation;
import io.weir.provider.aws.refresh.calls.RefreshWrites;
import io.weir.provider.aws.tag.TagStep;
import io.weir.provider.aws.template.ObservedTemplate;
import io.weir.provider.aws.template.TemplateStep;
import io.weir.provider.aws.template.calls.TemplateCache;
import io.weir.provider.aws.template.calls.TemplateWrites;
import java.time.Clock;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** Has the part that a step belongs to make the write, and tells what AWS's answer proves. */
public final class AwsStepApplier {

  private final TemplateWrites templates;
  private final GroupWrites groups;
  private final RefreshWrites refreshes;
  private final TemplateCache templateCache;
  private final Clock clock;

  public AwsStepApplier(PoolCalls calls, TemplateCache templateCache, Clock clock) {
    this.templates = new TemplateWrites(calls, templateCache, clock);
    this.groups = new GroupWrites(calls);
    this.refreshes = new RefreshWrites(calls);
    this.templateCache = templateCache;
    this.clock = clock;
  }

  /**
   * Makes the write.
   *
   * @param before what the step was planned on, or the answer to the step before
   * @param idempotencyKey the same for a repetition
   */
  public Receipt<AwsObservedState> apply(
      PlanStep step, Observation<AwsObservedState> before, String idempotencyKey)
      throws ProviderException {
    var seen = before.observedState().orElse(AwsObservedState.ABSENT);
    var notes = new HashMap<String, Optional<String>>();
    try {
      AwsObservedState after =
          switch (step) {
            case TemplateStep ofTemplate -> template(ofTemplate, seen, idempotencyKey, notes);
            case GroupStep ofGroup ->
                seen.withGroup(
                    groups.apply(ofGroup, seen.group(), seen.template().map(ObservedTemplate::id)));
            case InstanceRefreshStep ofRefresh -> refresh(ofRefresh, seen);
            case TagStep ofTags -> tags(ofTags, seen);
            default -> throw new IllegalArgumentException("no step of AWS: " + step);
          };
      return new Receipt<>(
          after.group().isEmpty() && after.template().isEmpty()
              ? new Observation.ProvenAbsent<>(clock.instant())
              : new Observation.Present<>(after, clock.instant()),
          notes);
    } catch (ProviderException failure) {
      doubt(step, failure);
      throw failure;
    }
  }

  private AwsObservedState refresh(InstanceRefreshStep step, AwsObservedState seen)
      throws ProviderException {
    if (step instanceof InstanceRefreshStep.StartRefresh start) {
      var trial = start.trial();
      boolean ofThatTemplate = start.owed().template().equals(trial.templateId());
      templates.tryBeforeRefresh(
          trial, ofThatTemplate ? start.owed().after() : trial.version() - 1, seen.versionsInUse());
    }
    return seen.withRefreshes(refreshes.apply(step, seen.refreshes()));
  }

  private AwsObservedState template(
      TemplateStep step,
      AwsObservedState seen,
      String idempotencyKey,
      Map<String, Optional<String>> notes)
      throws ProviderException {
    var receipt = templates.apply(step, seen.template(), idempotencyKey);
    notes.putAll(receipt.notes());
    AwsObservedState after = seen.withTemplate(receipt.template());
    return step instanceof TemplateStep.AddVersion || step instanceof TemplateStep.RenewUserData
        ? doubtedIfEmpty(after)
        : after;
  }

  /** That there is nothing to replace is not believed to a look from before the version. */
  private static AwsObservedState doubtedIfEmpty(AwsObservedState seen) {
    boolean empty = seen.group().filter(group -> group.members().isEmpty()).isPresent();
    return empty ? seen.withRefreshes(new RefreshObservation.Invalidated()) : seen;
  }

  private AwsObservedState tags(TagStep step, AwsObservedState seen) throws ProviderException {
    AwsObservedState after =
        ObservedTemplate.isA(step.resource())
            ? seen.withTemplate(templates.apply(step, seen.template()))
            : seen.withGroup(groups.apply(step, seen.group()));
    if (step instanceof TagStep.Mark) {
      // Whether another manager has marked it since, only a read that begins later tells.
      templateCache.invalidate(step.resource().name(), clock.instant());
    }
    return after;
  }

  /** After a failure the template may be another than the one we know. */
  private void doubt(PlanStep step, ProviderException failure) {
    switch (step) {
      case TemplateStep ofTemplate -> {
        if (!(failure instanceof ProviderException.Throttled)) {
          doubt(ofTemplate.name());
        }
      }
      case TagStep ofTags -> {
        if (ObservedTemplate.isA(ofTags.resource()) || speaksOfTemplate(failure)) {
          doubt(ofTags.resource().name());
        }
      }
      case GroupStep ofGroup -> {
        if (speaksOfTemplate(failure)) {
          doubt(ofGroup.name());
        }
      }
      case InstanceRefreshStep ofRefresh -> {
        // What cannot be launched was taken back.
        if (failure.needsUserAction() || speaksOfTemplate(failure)) {
          doubt(ofRefresh.name());
        }
      }
      default -> {}
    }
  }

  private static boolean speaksOfTemplate(ProviderException failure) {
    return String.valueOf(failure.getMessage()).contains("launch template");
  }

  private void doubt(String name) {
    templateCache.invalidate(name, clock.instant());
  }
}
