/** Resource groups, and the tags of any resource. */
@NullMarked
package io.weir.clouds.azure.resources;

import org.jspecify.annotations.NullMarked;
