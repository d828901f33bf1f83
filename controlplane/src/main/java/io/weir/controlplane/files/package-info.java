/** What this module does with directories as a whole, and how it keeps files from other users. */
@NullMarked
package io.weir.controlplane.files;

import org.jspecify.annotations.NullMarked;
