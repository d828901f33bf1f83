/**
 * The part of Go's text templates that a file of a KubeadmConfig may use: values, conditions, and a
 * few functions. Enter at {@link io.weir.bootstrap.gotemplate.GoTemplate}. Whatever else the
 * language has is refused by name, never passed through.
 */
@NullMarked
package io.weir.bootstrap.gotemplate;

import org.jspecify.annotations.NullMarked;
