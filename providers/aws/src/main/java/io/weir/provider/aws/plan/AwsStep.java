package io.weir.provider.aws.plan;

import io.weir.provider.Step;
import io.weir.provider.aws.desired.AwsDesired;
import java.util.Optional;

/** One write to AWS. */
public sealed interface AwsStep extends Step {

  /** Name of the pool's group and template. */
  String name();

  /** Makes the launch template, with its first version. */
  record CreateTemplate(AwsDesired want, String because) implements AwsStep {
    @Override
    public String name() {
      return want.name();
    }

    @Override
    public String what() {
      return "create launch template " + name();
    }
  }

  /** Adds a version; instances made from now on are made from it, others stay as they are. */
  record AddVersion(AwsDesired want, String templateId, String because) implements AwsStep {
    @Override
    public String name() {
      return want.name();
    }

    @Override
    public String what() {
      return "add a version to launch template " + name();
    }
  }

  /**
   * Makes the group.
   *
   * @param templateId absent where the template is made by the step before
   */
  record CreateGroup(AwsDesired want, Optional<String> templateId, String because)
      implements AwsStep {
    @Override
    public String name() {
      return want.name();
    }

    @Override
    public String what() {
      return "create Auto Scaling group " + name();
    }
  }

  /**
   * Brings the group's size, bounds, subnets and template to what is wanted.
   *
   * @param timers whether cooldown and warmup differ as well
   */
  record UpdateGroup(AwsDesired want, String templateId, boolean timers, String because)
      implements AwsStep {
    @Override
    public String name() {
      return want.name();
    }

    @Override
    public String what() {
      return "update Auto Scaling group " + name();
    }
  }

  /** Deletes the group and terminates its instances. */
  record DeleteGroup(String name, String because) implements AwsStep {
    @Override
    public String what() {
      return "delete Auto Scaling group " + name;
    }
  }

  /** Deletes the template with all versions. */
  record DeleteTemplate(String name, String id, String because) implements AwsStep {
    @Override
    public String what() {
      return "delete launch template " + name;
    }
  }
}
