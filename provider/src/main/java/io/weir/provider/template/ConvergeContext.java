package io.weir.provider.template;

import io.weir.provider.DesiredState;
import io.weir.provider.ObservedState;
import io.weir.provider.PoolIntent;
import io.weir.provider.ProviderAnnotations;
import java.time.Instant;

/**
 * What steps towards a desired state are planned from.
 *
 * @param intent what is wanted
 * @param seen what the cloud shows; ours, or nobody's
 * @param annotations the provider annotations that earlier steps left
 * @param asOf when the cloud showed it
 */
public record ConvergeContext<D extends DesiredState, O extends ObservedState>(
    PoolIntent.Converge<D> intent, O seen, ProviderAnnotations annotations, Instant asOf) {

  /** The desired state. */
  public D want() {
    return intent.desired();
  }
}
