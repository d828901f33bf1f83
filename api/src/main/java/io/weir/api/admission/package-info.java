/**
 * What is filled in when an object is written, and what is refused. Rules are pure and know only
 * the request; whoever owns a kind owns its rules. Enter at {@link
 * io.weir.api.admission.Admission}; {@link io.weir.api.admission.RuleBasedAdmission} makes one from
 * rules that read an object through {@link io.weir.api.admission.ObjectField}. No HTTP here: that
 * is the webhook's.
 */
@NullMarked
package io.weir.api.admission;

import org.jspecify.annotations.NullMarked;
