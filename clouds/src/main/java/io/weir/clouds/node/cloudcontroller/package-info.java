/**
 * What a cloud's external cloud-controller-manager does to Nodes. Enter at {@link
 * io.weir.clouds.node.cloudcontroller.CloudController}. Load balancers, routes and volumes do not
 * belong here.
 */
@NullMarked
package io.weir.clouds.node.cloudcontroller;

import org.jspecify.annotations.NullMarked;
