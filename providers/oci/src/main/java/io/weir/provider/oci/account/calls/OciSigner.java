package io.weir.provider.oci.account.calls;

import com.oracle.bmc.auth.BasicAuthenticationDetailsProvider;
import com.oracle.bmc.auth.SimpleAuthenticationDetailsProvider;
import com.oracle.bmc.auth.StringPrivateKeySupplier;
import com.oracle.bmc.http.signing.DefaultRequestSigner;
import com.oracle.bmc.http.signing.RequestSigner;
import io.weir.provider.ProviderException;
import io.weir.provider.http.JsonHttpClient.JsonRequest;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Signs requests for one identity.
 *
 * @see <a
 *     href="https://docs.oracle.com/en-us/iaas/Content/API/Concepts/signingrequests.htm">Signatures</a>
 */
final class OciSigner {

  /** What the HTTP client sets itself, as the signature has it. */
  private static final Set<String> SET_BY_CLIENT = Set.of("host", "content-length", "content-type");

  private static final Set<String> WITH_BODY = Set.of("POST", "PUT", "PATCH");

  private static final DateTimeFormatter DATE =
      DateTimeFormatter.ofPattern("EEE, dd MMM yyyy HH:mm:ss 'GMT'", Locale.US)
          .withZone(ZoneOffset.UTC);

  private final RequestSigner signer;
  private final String remedy;

  private OciSigner(RequestSigner signer, String remedy) {
    this.signer = signer;
    this.remedy = remedy;
  }

  /** Signs with the key of a user. */
  static OciSigner of(ApiKey key) {
    return of(
        SimpleAuthenticationDetailsProvider.builder()
            .tenantId(key.tenancy())
            .userId(key.user())
            .fingerprint(key.fingerprint())
            .privateKeySupplier(new StringPrivateKeySupplier(key.key()))
            .passPhrase(key.passphrase().isEmpty() ? null : key.passphrase())
            .build(),
        "key must hold an RSA private key in PEM form, and passphrase that of the key");
  }

  /** Signs with what a principal has at the moment. */
  static OciSigner of(BasicAuthenticationDetailsProvider principal, String remedy) {
    return new OciSigner(DefaultRequestSigner.createRequestSigner(principal), remedy);
  }

  /**
   * The headers that authenticate a request.
   *
   * @throws ProviderException.Denied if the credentials cannot sign
   */
  Map<String, String> sign(JsonRequest request) throws ProviderException {
    String body =
        WITH_BODY.contains(request.method())
            ? new String(request.content(), StandardCharsets.UTF_8)
            : null;
    Map<String, String> headers =
        signed(
            request.action(),
            request.uri(),
            request.method(),
            Map.of("content-type", List.of("application/json")),
            body);
    headers.keySet().removeAll(SET_BY_CLIENT);
    return headers;
  }

  /**
   * The headers of a GET that is not sent, {@code authorization} and {@code date}, in this order.
   *
   * @throws ProviderException.Denied if the credentials cannot sign
   */
  SortedMap<String, String> presign(URI uri, Instant now) throws ProviderException {
    String date = DATE.format(now);
    var headers = new TreeMap<String, String>(String.CASE_INSENSITIVE_ORDER);
    headers.putAll(signed("SignRequest", uri, "GET", Map.of("date", List.of(date)), null));
    return new TreeMap<>(
        Map.of("authorization", headers.getOrDefault("authorization", ""), "date", date));
  }

  private Map<String, String> signed(
      String action,
      URI uri,
      String method,
      Map<String, List<String>> headers,
      @Nullable String body)
      throws ProviderException {
    try {
      return new HashMap<>(signer.signRequest(uri, method, headers, body));
    } catch (RuntimeException unusable) {
      // Its message may quote the key.
      throw new ProviderException.Denied(
          "%s: the credentials cannot sign: %s".formatted(action, remedy), null);
    }
  }
}
