package io.weir.provider.oci.account.calls;

import io.weir.provider.CallCredentials;
import io.weir.provider.ProviderException;
import java.util.Optional;

/**
 * The manager's own credentials, as the directory says at the moment: an API key, or those of the
 * instance that it runs on.
 *
 * @param directory says which
 * @param key those of the API key in it
 * @param instance those of the instance
 */
record OwnCredentials(KeyDirectory directory, ApiKeyCredentials key, PrincipalCredentials instance)
    implements CallCredentials<OciSigner> {

  @Override
  public OciSigner current() throws ProviderException {
    return chosen().current();
  }

  @Override
  public Optional<OciSigner> replacementFor(OciSigner refused) throws ProviderException {
    return chosen().replacementFor(refused);
  }

  private CallCredentials<OciSigner> chosen() throws ProviderException {
    return directory.isOfInstance() ? instance : key;
  }
}
