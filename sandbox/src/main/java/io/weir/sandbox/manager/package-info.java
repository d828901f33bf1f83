/**
 * The manager as a process of its own, with the settings that it ships with. Enter through {@link
 * io.weir.sandbox.manager.ManagerProcess}. What the manager does does not belong here.
 */
@NullMarked
package io.weir.sandbox.manager;

import org.jspecify.annotations.NullMarked;
