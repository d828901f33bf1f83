package io.weir.provider.oci.account.calls;

import com.oracle.bmc.auth.BasicAuthenticationDetailsProvider;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;

/** A token as it was issued, with its key. */
final class SessionPrincipal implements BasicAuthenticationDetailsProvider {
  private final String keyId;
  private final byte[] key;

  /**
   * A token.
   *
   * @param keyId how signatures name it
   * @param key its private key, PEM
   */
  SessionPrincipal(String keyId, byte[] key) {
    this.keyId = keyId;
    this.key = key.clone();
  }

  @Override
  public String getKeyId() {
    return keyId;
  }

  @Override
  public InputStream getPrivateKey() {
    return new ByteArrayInputStream(key);
  }

  @Override
  @Deprecated
  @SuppressWarnings("InlineMeSuggester") // the library's interface has it
  public @Nullable String getPassPhrase() {
    return null;
  }

  @Override
  public char @Nullable [] getPassphraseCharacters() {
    return null;
  }
}
