package io.weir.provider.scaleway.kapsule;

import io.weir.provider.Credentials;
import io.weir.provider.ProviderException;
import io.weir.provider.scaleway.api.ScalewayKeys;

/** What a request carries, and where it goes. */
record ApiKey(String secretKey, String url) {

  static ApiKey of(Credentials.Entries secret, String standardUrl) throws ProviderException.Denied {
    return new ApiKey(
        secret.required(ScalewayKeys.SECRET_KEY),
        secret.address(ScalewayKeys.API_URL, standardUrl));
  }

  @Override
  public String toString() {
    return "ApiKey";
  }
}
