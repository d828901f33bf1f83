/** Identities that machines can be given. They are all there beforehand and never change. */
@NullMarked
package io.weir.clouds.azure.identity;

import org.jspecify.annotations.NullMarked;
