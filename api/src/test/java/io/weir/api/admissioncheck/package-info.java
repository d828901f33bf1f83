/**
 * Checks of admission rules, for every module that has some. Enter with {@link
 * io.weir.api.admissioncheck.AdmissionContract}.
 */
@NullMarked
package io.weir.api.admissioncheck;

import org.jspecify.annotations.NullMarked;
