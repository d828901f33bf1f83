package io.weir.provider.aws.machinepool.calls;

import io.weir.provider.aws.group.calls.GroupCalls;
import io.weir.provider.aws.group.calls.MachineCalls;
import io.weir.provider.aws.image.calls.ImageCalls;
import io.weir.provider.aws.network.calls.NetworkCalls;
import io.weir.provider.aws.refresh.calls.RefreshCalls;
import io.weir.provider.aws.template.calls.TemplateCalls;

/** The calls of a pool that has a launch template and an Auto Scaling group. */
@FunctionalInterface
public interface PoolCalls
    extends TemplateCalls, GroupCalls, MachineCalls, RefreshCalls, ImageCalls, NetworkCalls {}
