package io.weir.provider.aws.apply;

import io.weir.provider.ProviderException;
import io.weir.provider.aws.calls.AwsCalls;
import io.weir.provider.aws.desired.Mark;
import io.weir.provider.aws.observed.AwsObserved;
import io.weir.provider.aws.observed.Memory;
import io.weir.provider.aws.observed.Refreshes;
import io.weir.provider.aws.observed.Template;
import io.weir.provider.aws.plan.TemplateStep;
import io.weir.provider.aws.plan.UpkeepStep;
import io.weir.provider.aws.plan.Versions;
import java.time.Clock;
import java.util.Map;
import java.util.Optional;
import software.amazon.awssdk.services.ec2.model.CreateLaunchTemplateVersionRequest;

/** Writes to launch templates, and what their answers prove. */
final class TemplateWrites {

  private final AwsCalls calls;
  private final Memory memory;
  private final Clock clock;

  TemplateWrites(AwsCalls calls, Memory memory, Clock clock) {
    this.calls = calls;
    this.memory = memory;
    this.clock = clock;
  }

  AwsObserved create(TemplateStep.CreateTemplate step, AwsObserved seen, String idempotencyKey)
      throws ProviderException {
    var want = step.want();
    var made = calls.createTemplate(TemplateRequests.create(want, idempotencyKey)).launchTemplate();
    return noted(
        seen,
        new Template(
            made.launchTemplateId(),
            want.name(),
            made.latestVersionNumber(),
            Optional.of(want.mark()),
            want.tags()));
  }

  AwsObserved add(TemplateStep.AddVersion step, AwsObserved seen, String idempotencyKey)
      throws ProviderException {
    var request = TemplateRequests.addVersion(step.want(), step.templateId(), idempotencyKey);
    var tags = seen.template().map(Template::tags).orElse(step.want().tags());
    return added(request, step.name(), step.want().mark(), tags, seen);
  }

  AwsObserved renew(TemplateStep.RenewUserData step, AwsObserved seen, String idempotencyKey)
      throws ProviderException {
    var request = TemplateRequests.renew(step, idempotencyKey);
    return added(request, step.name(), step.mark(), step.from().tags(), seen);
  }

  private AwsObserved added(
      CreateLaunchTemplateVersionRequest request,
      String name,
      Mark mark,
      Map<String, String> tags,
      AwsObserved seen)
      throws ProviderException {
    long number = calls.createTemplateVersion(request).launchTemplateVersion().versionNumber();
    return noted(
        doubtedIfEmpty(seen),
        new Template(
            request.launchTemplateId(),
            name,
            number,
            Optional.of(mark),
            tags,
            number % Versions.CROWD == 0));
  }

  /** That there is nothing to replace is not believed to a look from before the version. */
  private static AwsObserved doubtedIfEmpty(AwsObserved seen) {
    boolean empty = seen.group().filter(group -> group.members().isEmpty()).isPresent();
    return empty ? seen.withRefreshes(new Refreshes.Awaited()) : seen;
  }

  AwsObserved remove(TemplateStep.RemoveVersions step, AwsObserved seen) throws ProviderException {
    // Those that are gone already are answered one by one, and are what was wanted.
    calls.deleteTemplateVersions(
        TemplateRequests.removeVersions(step.templateId(), step.versions()));
    return noted(seen, seen.template().orElseThrow().tidied());
  }

  AwsObserved delete(TemplateStep.DeleteTemplate step, AwsObserved seen) throws ProviderException {
    try {
      calls.deleteTemplate(TemplateRequests.delete(step.id()));
    } catch (ProviderException.NotFound gone) {
      // What was wanted.
    }
    memory.note(step.name(), Optional.empty(), clock.instant());
    return seen.withTemplate(Optional.empty());
  }

  AwsObserved tag(UpkeepStep.SetTags step, AwsObserved seen) throws ProviderException {
    calls.tag(TemplateRequests.tag(step.id(), step.tags()));
    Template template = seen.template().orElseThrow();
    return noted(seen, template.withTags(step.tagged(template.tags())));
  }

  AwsObserved untag(UpkeepStep.RemoveTags step, AwsObserved seen) throws ProviderException {
    calls.untag(TemplateRequests.untag(step.id(), step.keys()));
    Template template = seen.template().orElseThrow();
    return noted(seen, template.withTags(step.tagged(template.tags())));
  }

  private AwsObserved noted(AwsObserved seen, Template template) {
    memory.note(template.name(), Optional.of(template), clock.instant());
    return seen.withTemplate(Optional.of(template));
  }
}
