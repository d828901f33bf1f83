package io.weir.provider.aws.template.calls;

import io.weir.provider.ProviderException;
import io.weir.provider.aws.tag.TagStep;
import io.weir.provider.aws.template.DesiredTemplate;
import io.weir.provider.aws.template.ObservedTemplate;
import io.weir.provider.aws.template.TemplateStep;
import io.weir.provider.aws.template.TemplateVersionPlanner;
import io.weir.provider.template.TemplateFingerprint;
import java.time.Clock;
import java.util.Map;
import java.util.Optional;
import software.amazon.awssdk.services.ec2.model.CreateLaunchTemplateVersionRequest;

/**
 * Writes to launch templates, and what their answers prove.
 *
 * @param cache is told of the answers
 */
public record TemplateWrites(TemplateCalls calls, TemplateCache cache, Clock clock) {

  /**
   * Makes the write.
   *
   * @param seen the template before it
   * @param idempotencyKey the same for a repetition
   */
  public Optional<ObservedTemplate> apply(
      TemplateStep step, Optional<ObservedTemplate> seen, String idempotencyKey)
      throws ProviderException {
    return switch (step) {
      case TemplateStep.CreateTemplate create -> create(create, idempotencyKey);
      case TemplateStep.AddVersion add -> {
        DesiredTemplate want = add.want();
        yield added(
            TemplateRequests.addVersion(want, add.templateId(), idempotencyKey),
            add.name(),
            want.fingerprint(),
            seen.map(ObservedTemplate::tags).orElse(want.tags().all()));
      }
      case TemplateStep.RenewUserData renew ->
          added(
              TemplateRequests.renew(renew, idempotencyKey),
              renew.name(),
              renew.fingerprint(),
              renew.template().tags());
      case TemplateStep.RemoveVersions remove -> {
        // Those that are gone already are answered one by one, and are what was wanted.
        calls.deleteTemplateVersions(
            TemplateRequests.removeVersions(remove.templateId(), remove.versions()));
        yield noted(seen.orElseThrow().withoutSurplusVersions());
      }
      case TemplateStep.DeleteTemplate delete -> delete(delete);
    };
  }

  /** Sets or removes tags of the template. */
  public Optional<ObservedTemplate> apply(TagStep step, Optional<ObservedTemplate> seen)
      throws ProviderException {
    String id = step.resource().id();
    switch (step) {
      case TagStep.Setting set -> calls.tag(TemplateRequests.tag(id, set.tags()));
      case TagStep.RemoveTags remove -> calls.untag(TemplateRequests.untag(id, remove.keys()));
    }
    ObservedTemplate was = seen.orElseThrow();
    return noted(was.withTags(step.tagsAfter(was.tags())));
  }

  private Optional<ObservedTemplate> create(TemplateStep.CreateTemplate step, String idempotencyKey)
      throws ProviderException {
    var want = step.want();
    var made = calls.createTemplate(TemplateRequests.create(want, idempotencyKey)).launchTemplate();
    return noted(
        new ObservedTemplate(
            made.launchTemplateId(),
            want.name(),
            made.latestVersionNumber(),
            Optional.of(want.fingerprint()),
            want.tags().all()));
  }

  private Optional<ObservedTemplate> added(
      CreateLaunchTemplateVersionRequest request,
      String name,
      TemplateFingerprint fingerprint,
      Map<String, String> tags)
      throws ProviderException {
    long number = calls.createTemplateVersion(request).launchTemplateVersion().versionNumber();
    return noted(
        new ObservedTemplate(
            request.launchTemplateId(),
            name,
            number,
            Optional.of(fingerprint),
            tags,
            number % TemplateVersionPlanner.CLEANUP_INTERVAL == 0));
  }

  private Optional<ObservedTemplate> delete(TemplateStep.DeleteTemplate step)
      throws ProviderException {
    try {
      calls.deleteTemplate(TemplateRequests.delete(step.id()));
    } catch (ProviderException.NotFound gone) {
      // What was wanted.
    }
    cache.recordTemplate(step.name(), Optional.empty(), clock.instant());
    return Optional.empty();
  }

  private Optional<ObservedTemplate> noted(ObservedTemplate template) {
    cache.recordTemplate(template.name(), Optional.of(template), clock.instant());
    return Optional.of(template);
  }
}
