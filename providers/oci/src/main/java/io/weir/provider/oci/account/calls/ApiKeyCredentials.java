package io.weir.provider.oci.account.calls;

import io.weir.provider.CallCredentials;
import io.weir.provider.ProviderException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** An API key, read again for each call; to parse it takes longer than that. */
final class ApiKeyCredentials implements CallCredentials<OciSigner> {

  /** Where the key is read. */
  @FunctionalInterface
  interface KeyReader {
    ApiKey read() throws ProviderException;
  }

  private record Parsed(ApiKey key, OciSigner signer) {}

  private final KeyReader reader;
  private volatile @Nullable Parsed last;

  ApiKeyCredentials(KeyReader reader) {
    this.reader = reader;
  }

  @Override
  public OciSigner current() throws ProviderException {
    ApiKey key = reader.read();
    Parsed parsed = last;
    if (parsed == null || !parsed.key().equals(key)) {
      parsed = new Parsed(key, OciSigner.of(key));
      last = parsed;
    }
    return parsed.signer();
  }

  @Override
  public Optional<OciSigner> replacementFor(OciSigner refused) throws ProviderException {
    OciSigner now = current();
    return now == refused ? Optional.empty() : Optional.of(now);
  }
}
