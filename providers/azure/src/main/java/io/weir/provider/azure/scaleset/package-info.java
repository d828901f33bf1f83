/**
 * A scale set: what it should be ({@link io.weir.provider.azure.scaleset.DesiredScaleSet}), what
 * Azure shows of it ({@link io.weir.provider.azure.scaleset.ObservedScaleSet}), the writes that
 * lead from one to the other ({@link io.weir.provider.azure.scaleset.ScaleSetPlanner}) and their
 * bodies ({@link io.weir.provider.azure.scaleset.ScaleSetRequests}). Pure: nothing here makes a
 * call.
 */
@NullMarked
package io.weir.provider.azure.scaleset;

import org.jspecify.annotations.NullMarked;
