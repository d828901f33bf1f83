/**
 * What cloud-managed pools have in common, such as the node pools of managed clusters: fields that
 * can be set once or at any time, and a version beside the cluster's. Enter at {@link
 * io.weir.provider.managed.SpecAppliedCondition} and {@link
 * io.weir.provider.managed.KubernetesUpgrade}. Names of one cloud's fields do not belong here.
 */
@org.jspecify.annotations.NullMarked
package io.weir.provider.managed;
