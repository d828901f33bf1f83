package io.weir.provider.gcp.account.calls;

import com.google.auth.oauth2.ServiceAccountCredentials;
import io.weir.provider.CallCredentials;
import io.weir.provider.CloudScope;
import io.weir.provider.ProviderException;
import io.weir.provider.SecretCredentials;
import io.weir.provider.SecretReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The key of a service account in a Secret. Each call is signed with it, so that no token is asked
 * for, and nobody is called whom the Secret names. Other forms of credentials name files, addresses
 * and programs of the machine that reads them, which no tenant chooses.
 */
final class KeyCredentials implements CallCredentials<BearerToken> {

  private static final String ENTRY = "credentials";

  private final SecretCredentials<String> secret;
  private final URI audience;
  private @Nullable Signer known;

  /** A key, by its text, with what signs with it. */
  private record Signer(String key, ServiceAccountCredentials credentials) {
    @Override
    public String toString() {
      return "Signer[****]";
    }
  }

  KeyCredentials(SecretReader secrets, CloudScope scope, URI audience) {
    this.secret =
        new SecretCredentials<>(
            secrets,
            scope,
            entries ->
                entries.required(
                    ENTRY, "give it the key of a service account, in the form of Google's JSON"));
    this.audience = audience;
  }

  @Override
  public BearerToken current() throws ProviderException {
    try {
      return GcpTokens.of(signer(secret.current()), audience);
    } catch (IOException unusable) {
      throw notAKey();
    }
  }

  /**
   * The key itself, which signs what it is asked to.
   *
   * @throws ProviderException.Denied if the Secret has none
   */
  ServiceAccountCredentials key() throws ProviderException {
    try {
      return signer(secret.current());
    } catch (IOException unusable) {
      throw notAKey();
    }
  }

  private ProviderException notAKey() {
    return new ProviderException.Denied(
        "the entry %s of Secret %s is not the key of a service account: create one with gcloud iam service-accounts keys create, and put the file there"
            .formatted(ENTRY, secret.secretKey()),
        null);
  }

  private synchronized ServiceAccountCredentials signer(String key) throws IOException {
    Signer signer = known;
    if (signer == null || !signer.key().equals(key)) {
      signer = new Signer(key, parse(key));
      known = signer;
    }
    return signer.credentials();
  }

  private static ServiceAccountCredentials parse(String key) throws IOException {
    try (var stream = new ByteArrayInputStream(key.getBytes(StandardCharsets.UTF_8))) {
      return (ServiceAccountCredentials)
          ServiceAccountCredentials.fromStream(stream)
              .createWithUseJwtAccessWithScope(true)
              .createScoped(List.of(GcpTokens.SCOPE));
    } catch (IllegalArgumentException | ClassCastException malformed) {
      throw new IOException("not a key", malformed);
    }
  }

  @Override
  public Optional<BearerToken> replacementFor(BearerToken refused) throws ProviderException {
    BearerToken now = current();
    return now.equals(refused) ? Optional.empty() : Optional.of(now);
  }
}
