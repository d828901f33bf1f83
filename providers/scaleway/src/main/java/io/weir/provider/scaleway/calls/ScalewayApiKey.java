package io.weir.provider.scaleway.calls;

import io.weir.provider.ApiAddresses;
import io.weir.provider.ProviderException;
import io.weir.provider.SecretCredentials;
import io.weir.provider.scaleway.api.ScalewayConstants;

/** What a request carries, and where it goes. */
record ScalewayApiKey(String secretKey, String url) {

  static ScalewayApiKey of(SecretCredentials.SecretEntries secret, ApiAddresses apiAddresses)
      throws ProviderException.Denied {
    return new ScalewayApiKey(
        secret.required(ScalewayConstants.SECRET_KEY),
        secret.address(ScalewayConstants.API_URL, apiAddresses));
  }

  @Override
  public String toString() {
    return "ApiKey";
  }
}
