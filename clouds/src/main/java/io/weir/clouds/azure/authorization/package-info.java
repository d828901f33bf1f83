/** Role assignments. */
@NullMarked
package io.weir.clouds.azure.authorization;

import org.jspecify.annotations.NullMarked;
