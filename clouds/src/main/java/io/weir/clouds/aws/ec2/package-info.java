/**
 * The part of EC2 that scaling groups stand on: launch templates, instances, and look-ups of
 * images, instance types, subnets and security groups. {@link io.weir.clouds.aws.ec2.Ec2} holds it
 * together for one account and region. Groups are elsewhere.
 */
@NullMarked
package io.weir.clouds.aws.ec2;

import org.jspecify.annotations.NullMarked;
