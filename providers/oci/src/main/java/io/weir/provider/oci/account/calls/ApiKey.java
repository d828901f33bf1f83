package io.weir.provider.oci.account.calls;

import io.weir.provider.ProviderException;
import io.weir.provider.SecretCredentials.SecretEntries;
import io.weir.provider.SecretReader;

/**
 * The API key of a user.
 *
 * @param key private key, PEM
 * @param passphrase that of the key; empty for none
 */
record ApiKey(String tenancy, String user, String fingerprint, String key, String passphrase) {

  /**
   * The key in a Secret.
   *
   * @throws ProviderException.Denied if the Secret lacks an entry, with the remedy
   */
  static ApiKey of(SecretEntries secret) throws ProviderException.Denied {
    String remedy = "give it tenancy, user, fingerprint and key of an API key of a user";
    return new ApiKey(
        secret.required("tenancy", remedy).strip(),
        secret.required("user", remedy).strip(),
        secret.required("fingerprint", remedy).strip(),
        secret.required("key", remedy),
        SecretReader.entry(secret.secret(), "passphrase"));
  }

  @Override
  public String toString() {
    return "ApiKey";
  }
}
