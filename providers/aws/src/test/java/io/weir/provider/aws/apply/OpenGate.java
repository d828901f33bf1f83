package io.weir.provider.aws.apply;

import io.weir.provider.CallGate;
import io.weir.provider.Scope;

/** Lets everything through. */
final class OpenGate implements CallGate {
  @Override
  public void enter(Scope scope, String api) {}

  @Override
  public void left(Scope scope, String api, Outcome outcome) {}
}
