package io.weir.provider.aws.plan;

import io.weir.provider.Notes;
import io.weir.provider.aws.desired.AwsDesired;
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
  record CreateGroup(AwsDesired want, Optional<String> templateId, String because)
      implements GroupStep {
    @Override
    public String name() {
      return want.name();
    }

    @Override
    public String what() {
      return "create Auto Scaling group " + name();
    }

    @Override
    public Notes before(Notes notes, Instant now) {
      return Memos.naming(notes, want);
    }

    @Override
    public Notes after(Notes notes) {
      return Memos.hooksMade(notes, want.group().hooks());
    }

    @Override
    public Object aim() {
      return List.of(want.group(), want.tags());
    }

    @Override
    public Object attempt() {
      return List.of(want.template(), want.group(), want.tags(), templateId);
    }
  }

  /**
   * Brings the group's size, bounds, subnets and template to what is wanted.
   *
   * @param timers whether cooldown and warmup differ as well
   */
  record UpdateGroup(AwsDesired want, String templateId, boolean timers, String because)
      implements GroupStep {
    @Override
    public String name() {
      return want.name();
    }

    @Override
    public String what() {
      return "update Auto Scaling group " + name();
    }

    @Override
    public boolean independent() {
      return true;
    }

    @Override
    public Object aim() {
      return List.of("update", want.group(), templateId);
    }

    @Override
    public Object attempt() {
      return List.of(want.template(), want.group(), templateId);
    }
  }

  /** Deletes the group and terminates its instances. */
  record DeleteGroup(String name, String because) implements GroupStep {
    @Override
    public String what() {
      return "delete Auto Scaling group " + name;
    }
  }
}
