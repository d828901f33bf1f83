package io.weir.provider.gcp.account.calls;

import com.google.auth.oauth2.GoogleCredentials;
import java.io.IOException;
import java.net.URI;
import java.util.List;
import java.util.Map;

/** Tokens of Google's library, which knows the ways to be somebody. */
final class GcpTokens {

  static final String SCOPE = "https://www.googleapis.com/auth/cloud-platform";
  private static final String HEADER = "Authorization";
  private static final String SCHEME = "Bearer ";

  private GcpTokens() {}

  /**
   * The token for a call.
   *
   * @throws IOException if there is none
   */
  static BearerToken of(GoogleCredentials credentials, URI audience) throws IOException {
    Map<String, List<String>> headers = credentials.getRequestMetadata(audience);
    String header = headers.getOrDefault(HEADER, List.of("")).getFirst();
    if (!header.startsWith(SCHEME)) {
      throw new IOException("no bearer token");
    }
    return new BearerToken(header.substring(SCHEME.length()));
  }
}
