/**
 * The objects that the sandbox puts into the API server, and how people are told of those that are
 * there. Deciding when something is put there belongs to {@link io.weir.sandbox.Sandbox}.
 */
@NullMarked
package io.weir.sandbox.objects;

import org.jspecify.annotations.NullMarked;
