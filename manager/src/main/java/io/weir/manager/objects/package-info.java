/** Edits of metadata that several controllers make alike. */
@NullMarked
package io.weir.manager.objects;

import org.jspecify.annotations.NullMarked;
