/**
 * What keeps this manager from ending instances: a word of people, or a limit (decision record 42).
 * Enter at {@link io.weir.manager.brake.ManagerBrake}.
 */
@NullMarked
package io.weir.manager.brake;

import org.jspecify.annotations.NullMarked;
