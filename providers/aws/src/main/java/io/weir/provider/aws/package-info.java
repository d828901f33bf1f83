/**
 * The factory and the providers of AWS. Everything that knows AWS is in the packages below, which
 * are named after things of AWS: each holds all of its thing, and its calls in a package of that
 * name.
 */
@NullMarked
package io.weir.provider.aws;

import org.jspecify.annotations.NullMarked;
