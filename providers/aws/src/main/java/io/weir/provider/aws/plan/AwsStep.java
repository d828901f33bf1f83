package io.weir.provider.aws.plan;

import io.weir.provider.PlanStep;

/** One write to AWS. */
public sealed interface AwsStep extends PlanStep
    permits TemplateStep, GroupStep, InstanceRefreshStep, GroupFeatureStep, TagStep {

  /** Name of the pool's group and template. */
  String name();

  /** Whether it is the launch template that is written to, rather than the group. */
  default boolean isTemplateWrite() {
    return false;
  }
}
