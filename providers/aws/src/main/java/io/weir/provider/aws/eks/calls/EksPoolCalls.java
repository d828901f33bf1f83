package io.weir.provider.aws.eks.calls;

import io.weir.provider.aws.group.calls.GroupCalls;
import io.weir.provider.aws.image.calls.ImageCalls;
import io.weir.provider.aws.network.calls.NetworkCalls;
import io.weir.provider.aws.template.calls.TemplateCalls;

/** The calls of a pool that is a node group. */
@FunctionalInterface
public interface EksPoolCalls
    extends EksCalls, IamCalls, GroupCalls, TemplateCalls, ImageCalls, NetworkCalls {}
