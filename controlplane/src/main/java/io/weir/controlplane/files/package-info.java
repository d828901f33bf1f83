/** What this module does with directories as a whole. */
@NullMarked
package io.weir.controlplane.files;

import org.jspecify.annotations.NullMarked;
