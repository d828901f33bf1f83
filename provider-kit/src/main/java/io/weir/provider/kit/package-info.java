/**
 * What every provider owes the manager. Extend {@link io.weir.provider.kit.PoolProviderContract}
 * and give it a {@link io.weir.provider.kit.CloudUnderTest}: the provider on a cloud that is served
 * over HTTP, fails on request and counts its writes. What is specific to one cloud is tested
 * elsewhere.
 */
@NullMarked
package io.weir.provider.kit;

import org.jspecify.annotations.NullMarked;
