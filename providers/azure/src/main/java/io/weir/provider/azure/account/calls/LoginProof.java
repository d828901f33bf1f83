package io.weir.provider.azure.account.calls;

import io.weir.provider.ProviderException;
import io.weir.provider.SecretCredentials.SecretEntries;
import io.weir.provider.azure.account.AzurePrincipal;
import java.nio.charset.StandardCharsets;
import java.util.Base64;

/**
 * Who asks for a token, and what proves it; equal for the same.
 *
 * @param principal who
 * @param content what the Secret holds, in base64; empty where the manager itself is the proof
 */
record LoginProof(AzurePrincipal principal, String content) {

  /** The entry of a Secret, as Cluster API's provider names it, for passwords and certificates. */
  static final String ENTRY = "clientSecret";

  /** That of a principal whose proof is in a Secret. */
  static LoginProof of(AzurePrincipal principal, SecretEntries entries)
      throws ProviderException.Denied {
    String remedy =
        switch (principal.proof()) {
          case CERTIFICATE -> "give it the certificate with its key, as PEM or PKCS#12";
          default -> "give it the client secret of the application";
        };
    // As text it is only looked for: a certificate may be none.
    var _ = entries.required(ENTRY, remedy);
    return new LoginProof(
        principal,
        entries.secret().map(secret -> secret.at("/data/" + ENTRY).asText("")).orElse(""));
  }

  byte[] bytes() {
    return Base64.getMimeDecoder().decode(content);
  }

  String text() {
    return new String(bytes(), StandardCharsets.UTF_8).strip();
  }

  @Override
  public String toString() {
    return "LoginProof[" + principal + "]";
  }
}
