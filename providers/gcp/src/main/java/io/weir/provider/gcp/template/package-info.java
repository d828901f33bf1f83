/**
 * Instance templates: what virtual machines of a pool are made from, and what a template says of
 * whose it is and of what it was made. Pure. Enter at {@link
 * io.weir.provider.gcp.template.DesiredTemplate}.
 */
@NullMarked
package io.weir.provider.gcp.template;

import org.jspecify.annotations.NullMarked;
