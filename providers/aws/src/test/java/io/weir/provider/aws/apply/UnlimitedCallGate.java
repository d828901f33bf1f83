package io.weir.provider.aws.apply;

import io.weir.provider.CallGate;
import io.weir.provider.CloudScope;

/** Lets everything through. */
final class UnlimitedCallGate implements CallGate {
  @Override
  public void beforeCall(CloudScope cloudScope, String api) {}

  @Override
  public void afterCall(CloudScope cloudScope, String api, CallOutcome callOutcome) {}
}
