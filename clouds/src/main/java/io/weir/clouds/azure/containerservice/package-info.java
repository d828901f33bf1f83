/** AKS, as far as whoever enters its clusters asks it. */
@NullMarked
package io.weir.clouds.azure.containerservice;

import org.jspecify.annotations.NullMarked;
