package io.weir.clouds.oci;

import io.weir.clouds.http.FormFields;
import io.weir.clouds.oci.seed.OciSeedData;
import io.weir.clouds.oci.wire.OciSignature;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.util.Base64;
import java.util.Map;
import java.util.Optional;

/**
 * A token of {@code oci ce cluster generate-token}: a question about one cluster of OKE, which OKE
 * asks in the name of who has signed it.
 *
 * @param host who is asked
 * @param cluster OCID of the cluster
 * @param date when it was signed, as HTTP writes it
 * @param authorization the signature
 */
public record OkeToken(String host, String cluster, String date, String authorization) {
  private static final String PATH = "/cluster_request/";

  /** How far clocks may differ. */
  private static final Duration LIFETIME = Duration.ofMinutes(5);

  /** Reads a token; empty if it is none of this form. */
  public static Optional<OkeToken> parse(String text) {
    try {
      byte[] decoded = Base64.getUrlDecoder().decode(text);
      URI question = URI.create(new String(decoded, StandardCharsets.US_ASCII));
      String path = String.valueOf(question.getRawPath());
      if (!"https".equals(question.getScheme()) || !path.startsWith(PATH)) {
        return Optional.empty();
      }
      Map<String, String> query = FormFields.parse(String.valueOf(question.getRawQuery()));
      return Optional.of(
          new OkeToken(
              String.valueOf(question.getRawAuthority()),
              path.substring(PATH.length()),
              query.getOrDefault("date", ""),
              query.getOrDefault("authorization", "")));
    } catch (IllegalArgumentException malformed) {
      return Optional.empty();
    }
  }

  /** Whether the user of a tenancy has signed it for OKE in its region, not too long ago. */
  public boolean isSigned(OciSeedData tenancy, Instant now) {
    return host.equals("containerengine.%s.oraclecloud.com".formatted(tenancy.region()))
        && isTimely(now)
        && OciSignature.isSignedGet(
            PATH + cluster,
            Map.of("date", date, "host", host),
            authorization,
            tenancy.user().keyId(),
            tenancy.user().publicKey());
  }

  private boolean isTimely(Instant now) {
    try {
      Instant signed = DateTimeFormatter.RFC_1123_DATE_TIME.parse(date, Instant::from);
      return Duration.between(signed, now).abs().compareTo(LIFETIME) <= 0;
    } catch (DateTimeException malformed) {
      return false;
    }
  }

  @Override
  public String toString() {
    return "OkeToken[" + cluster + "]";
  }
}
