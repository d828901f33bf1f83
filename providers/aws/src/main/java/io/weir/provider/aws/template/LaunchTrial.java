package io.weir.provider.aws.template;

/**
 * What shows whether instances can be launched from a version of a launch template. AWS takes any
 * version, and a group finds out by losing the instances that it cannot replace.
 *
 * @param templateId id of the launch template
 * @param version its number
 */
public record LaunchTrial(String templateId, long version, LaunchTarget target) {}
