/**
 * EKS as a simulated AWS has it: node groups of clusters that exist beforehand. Enter at {@link
 * io.weir.clouds.aws.eks.Eks}. A node group launches through an Auto Scaling group of its own,
 * whose launch template EKS makes from what it was asked for.
 */
@NullMarked
package io.weir.clouds.aws.eks;

import org.jspecify.annotations.NullMarked;
