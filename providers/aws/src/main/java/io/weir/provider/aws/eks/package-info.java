/**
 * The kind AWSManagedMachinePool: an EKS node group, and where people ask for them, a launch
 * template and an IAM role of its own. Enter at {@link
 * io.weir.provider.aws.eks.EksDesiredStateResolver}, {@link io.weir.provider.aws.eks.EksPlanner}
 * and {@link io.weir.provider.aws.eks.EksReporter}. Pure. EKS replaces, drains and repairs nodes
 * itself; what is decided here is what to ask it for, and when.
 */
@NullMarked
package io.weir.provider.aws.eks;

import org.jspecify.annotations.NullMarked;
