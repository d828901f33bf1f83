/**
 * What every provider owes the manager. Extend {@link io.weir.provider.kit.PoolProviderContract}
 * and give it a {@link io.weir.provider.kit.CloudUnderTest}: the provider on a cloud that answers
 * over HTTP, fails when told to, and counts its writes. What only one cloud has is tested
 * elsewhere.
 */
@NullMarked
package io.weir.provider.kit;

import org.jspecify.annotations.NullMarked;
