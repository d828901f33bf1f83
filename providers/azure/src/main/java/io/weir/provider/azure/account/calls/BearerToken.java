package io.weir.provider.azure.account.calls;

/** An access token, as a request carries it. */
public record BearerToken(String value) {

  @Override
  public String toString() {
    return "BearerToken";
  }
}
