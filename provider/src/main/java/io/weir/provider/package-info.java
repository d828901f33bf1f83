/** The provider interface. Start at {@link io.weir.provider.PoolProvider}. */
@NullMarked
package io.weir.provider;

import org.jspecify.annotations.NullMarked;
