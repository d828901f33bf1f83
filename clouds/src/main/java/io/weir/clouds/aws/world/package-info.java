/**
 * What exists in the simulated AWS before anybody calls it: accounts, networks, images, instance
 * types. {@link io.weir.clouds.aws.world.World} is where to enter; {@link
 * io.weir.clouds.aws.world.Place} is one account in one region, with everything that its services
 * share.
 */
@NullMarked
package io.weir.clouds.aws.world;

import org.jspecify.annotations.NullMarked;
