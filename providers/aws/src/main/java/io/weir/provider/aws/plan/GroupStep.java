package io.weir.provider.aws.plan;

import io.weir.provider.ProviderAnnotations;
import io.weir.provider.aws.desired.AwsDesiredState;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** A write to an Auto Scaling group as a whole. */
public sealed interface GroupStep extends AwsStep {

  /**
   * Makes the group.
   *
   * @param templateId absent where the template is made by the step before
   */
  record CreateGroup(AwsDesiredState want, Optional<String> templateId, String reason)
      implements GroupStep {
    @Override
    public String name() {
      return want.name();
    }

    @Override
    public String description() {
      return "create Auto Scaling group " + name();
    }

    @Override
    public ProviderAnnotations annotationsBefore(
        ProviderAnnotations providerAnnotations, Instant now) {
      return AwsAnnotations.withPlanned(providerAnnotations, want);
    }

    @Override
    public ProviderAnnotations annotationsAfterSuccess(ProviderAnnotations providerAnnotations) {
      return AwsAnnotations.withHooks(providerAnnotations, want.group().hooks());
    }

    @Override
    public Object goalKey() {
      return List.of(want.group(), want.tags());
    }

    @Override
    public Object backoffKey() {
      return List.of(want.template(), want.group(), want.tags(), templateId);
    }
  }

  /**
   * Brings the group's size, bounds, subnets and template to what is wanted.
   *
   * @param timers whether cooldown and warmup differ as well
   */
  record UpdateGroup(AwsDesiredState want, String templateId, boolean timers, String reason)
      implements GroupStep {
    @Override
    public String name() {
      return want.name();
    }

    @Override
    public String description() {
      return "update Auto Scaling group " + name();
    }

    @Override
    public boolean canBeSkipped() {
      return true;
    }

    @Override
    public Object goalKey() {
      return List.of("update", want.group(), templateId);
    }

    @Override
    public Object backoffKey() {
      return List.of(want.template(), want.group(), templateId);
    }
  }

  /** Deletes the group and terminates its instances. */
  record DeleteGroup(String name, String reason) implements GroupStep {
    @Override
    public String description() {
      return "delete Auto Scaling group " + name;
    }
  }
}
