/** What scale sets refer to of the network: subnets, load balancers, security groups. */
@NullMarked
package io.weir.clouds.azure.network;

import org.jspecify.annotations.NullMarked;
