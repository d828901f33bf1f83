package io.weir.provider.oci;

import io.weir.provider.CallGate;
import io.weir.provider.CloudRequest;

/** Lets everything through. */
final class OpenGate implements CallGate {
  @Override
  public void beforeCall(CloudRequest cloudRequest) {}

  @Override
  public void afterCall(CloudRequest cloudRequest, CallOutcome callOutcome) {}
}
