package io.weir.provider.aws.group;

import io.weir.provider.PlanStep;
import io.weir.provider.ProviderAnnotations;
import io.weir.provider.aws.tag.TagStep;
import io.weir.provider.aws.template.DesiredTemplate;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A write to an Auto Scaling group, its tags apart. */
public sealed interface GroupStep extends PlanStep
    permits GroupStep.CreateGroup,
        GroupStep.UpdateGroup,
        GroupStep.TerminateInstance,
        GroupStep.DeleteGroup,
        GroupFeatureStep {

  /** The group's. */
  String name();

  /** Whether a call is about the group itself: a read, or a write to it or its tags. */
  static boolean isGroupCall(@Nullable PlanStep step) {
    return switch (step) {
      case null -> true;
      case GroupStep ofGroup -> !GroupFeatureStep.isOfHooks(ofGroup);
      case TagStep ofTags -> ObservedGroup.isA(ofTags.resource());
      default -> false;
    };
  }

  /**
   * Makes the group.
   *
   * @param template what its instances are made from, which AWS checks only now
   * @param templateId absent where the template is made by the step before
   */
  record CreateGroup(
      DesiredGroup want, DesiredTemplate template, Optional<String> templateId, String reason)
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
      return GroupAnnotations.withPlanned(providerAnnotations, want);
    }

    @Override
    public ProviderAnnotations annotationsAfterSuccess(ProviderAnnotations providerAnnotations) {
      return GroupAnnotations.withHooks(providerAnnotations, want.settings().hooksAtCreation());
    }

    @Override
    public Object goalKey() {
      return List.of(want.settings(), want.tags());
    }

    @Override
    public Object backoffKey() {
      return List.of(template.data(), want.settings(), want.tags(), templateId);
    }
  }

  /**
   * Brings the group's size, bounds, subnets and template to what is wanted.
   *
   * @param template what its instances are made from, which AWS checks only now
   * @param timers whether cooldown and warmup differ as well
   * @param endsInstances how many instances AWS ends since fewer are wanted
   */
  record UpdateGroup(
      DesiredGroup want,
      DesiredTemplate template,
      String templateId,
      boolean timers,
      int endsInstances,
      String reason)
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
      return List.of("update", want.settings(), templateId);
    }

    @Override
    public Object backoffKey() {
      return List.of(template.data(), want.settings(), templateId);
    }
  }

  /**
   * Ends one instance. Unless the size falls with it, AWS puts another in its place. Protection
   * from scale-in does not hold it up: that is against victims that AWS picks.
   *
   * @param instance its id
   * @param shrink whether the size falls with it; whether AWS would lower it once more for an
   *     instance that is on its way out already is not established, so that it is never asked to
   * @param since when that was decided
   */
  record TerminateInstance(
      String name, String instance, boolean shrink, Instant since, String reason)
      implements GroupStep {
    @Override
    public String description() {
      return "terminate instance %s of Auto Scaling group %s".formatted(instance, name);
    }

    /** One that AWS refuses to end does not hold up the others. */
    @Override
    public boolean canBeSkipped() {
      return true;
    }

    @Override
    public boolean deletes() {
      return true;
    }

    @Override
    public int endsInstances() {
      return 1;
    }

    @Override
    public Optional<Instant> decidedAt() {
      return Optional.of(since);
    }

    @Override
    public Object goalKey() {
      return List.of("terminate", instance, shrink, since);
    }
  }

  /**
   * Deletes the group and terminates its instances.
   *
   * @param endsInstances how many it has
   */
  record DeleteGroup(String name, int endsInstances, String reason) implements GroupStep {
    @Override
    public String description() {
      return "delete Auto Scaling group " + name;
    }

    @Override
    public boolean deletes() {
      return true;
    }

    @Override
    public Object goalKey() {
      return description();
    }
  }
}
