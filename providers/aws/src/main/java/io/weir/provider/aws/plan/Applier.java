package io.weir.provider.aws.plan;

import io.weir.provider.Observation;
import io.weir.provider.ProviderException;
import io.weir.provider.aws.calls.AwsCalls;
import io.weir.provider.aws.desired.AwsDesired;
import io.weir.provider.aws.observed.AwsObserved;
import io.weir.provider.aws.observed.Group;
import io.weir.provider.aws.observed.Memory;
import io.weir.provider.aws.observed.Template;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Makes one write, and tells what AWS's answer proves. */
public final class Applier {

  private static final String LATEST = "$Latest";
  private static final String DELETING = "Delete in progress";

  private final AwsCalls calls;
  private final Memory memory;
  private final Clock clock;

  public Applier(AwsCalls calls, Memory memory, Clock clock) {
    this.calls = calls;
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
    var seen = before instanceof Observation.Seen<AwsObserved> there ? there.observed() : null;
    var group = seen == null ? Optional.<Group>empty() : seen.group();
    var template = seen == null ? Optional.<Template>empty() : seen.template();
    try {
      return switch (step) {
        case AwsStep.CreateTemplate create -> create(create.want(), group, idempotencyKey);
        case AwsStep.AddVersion add -> addVersion(add, group, template, idempotencyKey);
        case AwsStep.CreateGroup create -> create(create, template);
        case AwsStep.UpdateGroup update -> update(update, group, template);
        case AwsStep.DeleteGroup delete -> delete(delete, group, template);
        case AwsStep.DeleteTemplate delete -> delete(delete, group);
      };
    } catch (ProviderException failure) {
      if (doubtful(step, failure)) {
        memory.doubt(step.name(), clock.instant());
      }
      throw failure;
    }
  }

  /** Whether the template may be another than the one we know. */
  private static boolean doubtful(AwsStep step, ProviderException failure) {
    return switch (step) {
      case AwsStep.CreateTemplate _, AwsStep.AddVersion _, AwsStep.DeleteTemplate _ ->
          !(failure instanceof ProviderException.Throttled);
      case AwsStep.CreateGroup _, AwsStep.UpdateGroup _, AwsStep.DeleteGroup _ ->
          String.valueOf(failure.getMessage()).contains("launch template");
    };
  }

  private Observation<AwsObserved> create(
      AwsDesired want, Optional<Group> group, String idempotencyKey) throws ProviderException {
    var made = calls.createTemplate(TemplateRequests.create(want, idempotencyKey)).launchTemplate();
    return noted(
        group,
        new Template(
            made.launchTemplateId(),
            want.name(),
            made.latestVersionNumber(),
            Optional.of(want.mark()),
            want.tags()));
  }

  private Observation<AwsObserved> addVersion(
      AwsStep.AddVersion step,
      Optional<Group> group,
      Optional<Template> template,
      String idempotencyKey)
      throws ProviderException {
    var request = TemplateRequests.addVersion(step.want(), step.templateId(), idempotencyKey);
    var made = calls.createTemplateVersion(request).launchTemplateVersion();
    return noted(
        group,
        new Template(
            step.templateId(),
            step.name(),
            made.versionNumber(),
            Optional.of(step.want().mark()),
            template.map(Template::tags).orElse(step.want().tags())));
  }

  private Observation<AwsObserved> noted(Optional<Group> group, Template template) {
    memory.note(template.name(), Optional.of(template), clock.instant());
    return now(group, Optional.of(template));
  }

  private Observation<AwsObserved> create(AwsStep.CreateGroup step, Optional<Template> template)
      throws ProviderException {
    var id = step.templateId().or(() -> template.map(Template::id));
    calls.createGroup(GroupRequests.create(step.want(), id));
    var group = wanted(step.want(), id.orElse(""), "", step.want().tags(), List.of());
    return now(Optional.of(group), template);
  }

  private Observation<AwsObserved> update(
      AwsStep.UpdateGroup step, Optional<Group> before, Optional<Template> template)
      throws ProviderException {
    calls.updateGroup(GroupRequests.update(step.want(), step.templateId(), step.timers()));
    var group =
        before.map(
            was -> {
              var is = wanted(step.want(), step.templateId(), was.arn(), was.tags(), was.members());
              return step.want().group().capacity() == null ? is.withDesired(was.desired()) : is;
            });
    return now(group, template);
  }

  /** The group as it is once AWS has accepted what is wanted. */
  private static Group wanted(
      AwsDesired want,
      String templateId,
      String arn,
      Map<String, String> tags,
      List<Group.Member> members) {
    var settings = want.group();
    return new Group(
        want.name(),
        arn,
        settings.min(),
        settings.max(),
        settings.capacity() == null ? settings.min() : settings.capacity(),
        settings.subnets(),
        Optional.of(new Group.TemplateReference(templateId, want.name(), LATEST)),
        settings.mixed(),
        settings.capacityRebalance(),
        settings.cooldown(),
        settings.warmup(),
        "",
        tags,
        members);
  }

  private Observation<AwsObserved> delete(
      AwsStep.DeleteGroup step, Optional<Group> before, Optional<Template> template)
      throws ProviderException {
    try {
      calls.deleteGroup(GroupRequests.delete(step.name()));
    } catch (ProviderException.NotFound gone) {
      return now(Optional.empty(), template);
    }
    return now(before.map(group -> group.withStatus(DELETING)), template);
  }

  private Observation<AwsObserved> delete(AwsStep.DeleteTemplate step, Optional<Group> group)
      throws ProviderException {
    try {
      calls.deleteTemplate(TemplateRequests.delete(step.id()));
    } catch (ProviderException.NotFound gone) {
      // What was wanted.
    }
    memory.note(step.name(), Optional.empty(), clock.instant());
    return now(group, Optional.empty());
  }

  private Observation<AwsObserved> now(Optional<Group> group, Optional<Template> template) {
    return group.isEmpty() && template.isEmpty()
        ? new Observation.ProvenAbsent<>(clock.instant())
        : new Observation.Seen<>(
            new AwsObserved(group, template, Optional.empty()), clock.instant());
  }
}
