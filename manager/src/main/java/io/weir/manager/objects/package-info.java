/**
 * What several controllers do alike with objects: edit them, tell their changes, follow references.
 */
@NullMarked
package io.weir.manager.objects;

import org.jspecify.annotations.NullMarked;
