/**
 * What is filled in and refused when a MachinePool is written. Enter at {@link
 * io.weir.engine.admission.EngineAdmissions}. Rules of configs and infrastructure pools are in the
 * modules that own these kinds; serving them is the manager's.
 */
@NullMarked
package io.weir.engine.admission;

import org.jspecify.annotations.NullMarked;
