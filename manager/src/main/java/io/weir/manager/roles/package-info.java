/**
 * Which part of the work this manager does, and what belongs to each part: kinds, their admission
 * and conversion. Enter at {@link io.weir.manager.roles.Roles}. What the controllers of a role are
 * made of is in the modules of {@code io.weir.manager}; its rights are in the files of {@code
 * rbac}.
 */
@NullMarked
package io.weir.manager.roles;

import org.jspecify.annotations.NullMarked;
