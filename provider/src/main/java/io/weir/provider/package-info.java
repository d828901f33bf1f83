/** What a cloud owes the engine. Start at {@code PoolProvider}. */
@NullMarked
package io.weir.provider;

import org.jspecify.annotations.NullMarked;
