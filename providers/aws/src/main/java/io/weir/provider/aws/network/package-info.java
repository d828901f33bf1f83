/**
 * Where instances are placed and who reaches them: subnets and security groups, and what AWS is
 * asked about them. Enter at {@link io.weir.provider.aws.network.SubnetResolver} and {@link
 * io.weir.provider.aws.network.SecurityGroupResolver}. Pure.
 */
@NullMarked
package io.weir.provider.aws.network;

import org.jspecify.annotations.NullMarked;
