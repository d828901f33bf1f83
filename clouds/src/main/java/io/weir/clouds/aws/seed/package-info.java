/**
 * What exists in the simulated AWS before anybody calls it: accounts, networks, images, instance
 * types. {@link io.weir.clouds.aws.seed.AwsSeedData} is where to enter; {@link
 * io.weir.clouds.aws.seed.AccountRegion} is one account in one region, with everything that its
 * services share.
 */
@NullMarked
package io.weir.clouds.aws.seed;

import org.jspecify.annotations.NullMarked;
