package io.weir.provider.aws.calls;

/** The calls of a pool that has a launch template and an Auto Scaling group. */
public record PoolCalls(AwsSession session)
    implements TemplateCalls, GroupCalls, RefreshCalls, ImageCalls, NetworkCalls {}
