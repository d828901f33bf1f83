/**
 * Lists of conditions, in the form of today ({@code metav1.Condition}) and in that of the v1beta1
 * contract. Pure: takes and gives JSON, the time comes as a value. Which conditions there are is
 * not decided here.
 */
@NullMarked
package io.weir.api.conditions;

import org.jspecify.annotations.NullMarked;
