/**
 * What the controllers of all bootstrap configs share: whose a config is and whether it is served,
 * the Secrets that its data is made from and stored in, what is said of it, and what wakes it. What
 * the data is, each kind's own package has rendered.
 */
@NullMarked
package io.weir.manager.bootstrap;

import org.jspecify.annotations.NullMarked;
