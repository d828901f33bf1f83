/**
 * A simulated AWS on the wire: EC2 and Auto Scaling, as far as pools of machines need them. {@link
 * io.weir.clouds.aws.AwsCloud} is where to enter; point the endpoint of a real SDK client at it.
 * What it does not simulate it refuses.
 */
@NullMarked
package io.weir.clouds.aws;

import org.jspecify.annotations.NullMarked;
