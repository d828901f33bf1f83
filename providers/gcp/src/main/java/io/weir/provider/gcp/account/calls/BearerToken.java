package io.weir.provider.gcp.account.calls;

/** What proves who calls. Its text does not show it. */
record BearerToken(String value) {

  @Override
  public String toString() {
    return "BearerToken[****]";
  }
}
