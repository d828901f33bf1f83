/**
 * Checks of a CRD and of the records that read it, for every module that has kinds. Enter with
 * {@link io.weir.api.crdcheck.CrdContract}.
 */
@NullMarked
package io.weir.api.crdcheck;

import org.jspecify.annotations.NullMarked;
