/**
 * From a KubeadmConfig to the text that a machine gets: {@link
 * io.weir.bootstrap.render.BootstrapDataRenderer}. Here secrets are put in their places and the
 * inputs are digested; formats have packages of their own.
 */
@NullMarked
package io.weir.bootstrap.render;

import org.jspecify.annotations.NullMarked;
