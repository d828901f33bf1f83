package io.weir.provider.aws.plan;

import io.weir.provider.Step;

/** One write to AWS. */
public sealed interface AwsStep extends Step
    permits TemplateStep, GroupStep, RefreshStep, UpkeepStep {

  /** Name of the pool's group and template. */
  String name();

  /** Whether it is the launch template that is written to, rather than the group. */
  default boolean ofTemplate() {
    return false;
  }
}
