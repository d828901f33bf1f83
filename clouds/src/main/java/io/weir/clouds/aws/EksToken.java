package io.weir.clouds.aws;

import com.sun.net.httpserver.Headers;
import io.weir.clouds.aws.seed.Account;
import java.net.URI;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * A token of aws-iam-authenticator: a question to STS who has signed it, which is good for one EKS
 * cluster.
 *
 * @param query of the question, its signature included
 * @see <a
 *     href="https://github.com/kubernetes-sigs/aws-iam-authenticator#api-authorization-from-outside-a-cluster">its
 *     form</a>
 */
public record EksToken(String query) {
  private static final String PREFIX = "k8s-aws-v1.";
  private static final String CLUSTER = "x-k8s-aws-id";
  private static final Duration LIFETIME = Duration.ofMinutes(15);
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss'Z'").withZone(ZoneOffset.UTC);

  /** The token that an account signs for a cluster. */
  public static EksToken sign(Account account, String region, String cluster, Instant now) {
    String time = TIME.format(now);
    String scope = String.join("/", account.accessKey(), time.substring(0, 8), region, "sts");
    Map<String, String> parameters = new TreeMap<>();
    parameters.put("Action", "GetCallerIdentity");
    parameters.put("Version", "2011-06-15");
    parameters.put("X-Amz-Algorithm", "AWS4-HMAC-SHA256");
    parameters.put("X-Amz-Credential", scope + "/aws4_request");
    parameters.put("X-Amz-Date", time);
    parameters.put("X-Amz-Expires", "60");
    parameters.put("X-Amz-SignedHeaders", "host;" + CLUSTER);
    String question =
        parameters.entrySet().stream()
            .map(
                each ->
                    each.getKey()
                        + "="
                        + URLEncoder.encode(each.getValue(), StandardCharsets.UTF_8))
            .collect(Collectors.joining("&"));
    String signature = new EksToken(question).signature(account, cluster);
    return new EksToken(question + "&X-Amz-Signature=" + signature);
  }

  /** Reads a token; empty if it is none of this form, or of another STS than its region's. */
  public static Optional<EksToken> parse(String text) {
    if (!text.startsWith(PREFIX)) {
      return Optional.empty();
    }
    try {
      byte[] decoded = Base64.getUrlDecoder().decode(text.substring(PREFIX.length()));
      URI question = URI.create(new String(decoded, StandardCharsets.US_ASCII));
      var token = new EksToken(String.valueOf(question.getRawQuery()));
      boolean whole =
          "https".equals(question.getScheme())
              && token.credential().size() == 5
              && token.host().equals(question.getHost())
              && token.parameters().getOrDefault("Action", "").equals("GetCallerIdentity");
      return whole ? Optional.of(token) : Optional.empty();
    } catch (IllegalArgumentException malformed) {
      return Optional.empty();
    }
  }

  /** As clients show it. */
  public String text() {
    String question = "https://" + host() + "/?" + query;
    return PREFIX
        + Base64.getUrlEncoder()
            .withoutPadding()
            .encodeToString(question.getBytes(StandardCharsets.US_ASCII));
  }

  /** Whose it claims to be. */
  public String accessKey() {
    return credential().getFirst();
  }

  /** Whether an account has signed it for a cluster, not too long ago. */
  public boolean isSignedBy(Account account, String cluster, Instant now) {
    return isTimely(now)
        && parameters().getOrDefault("X-Amz-Signature", "").equals(signature(account, cluster));
  }

  private boolean isTimely(Instant now) {
    try {
      Instant signed = TIME.parse(parameters().getOrDefault("X-Amz-Date", ""), Instant::from);
      return Duration.between(signed, now).abs().compareTo(LIFETIME) <= 0;
    } catch (DateTimeException malformed) {
      return false;
    }
  }

  private String signature(Account account, String cluster) {
    String signed =
        Arrays.stream(query.split("&", -1))
            .filter(parameter -> !parameter.startsWith("X-Amz-Signature="))
            .collect(Collectors.joining("&"));
    var headers = new Headers();
    headers.set("host", host());
    headers.set(CLUSTER, cluster);
    headers.set("X-Amz-Date", parameters().getOrDefault("X-Amz-Date", ""));
    var scope =
        new AuthorizationHeader(
            accessKey(),
            credential().get(1),
            credential().get(2),
            credential().get(3),
            List.of("host", CLUSTER),
            "");
    return SigV4Verifier.signature(scope, account, "GET", "/", signed, headers, new byte[0]);
  }

  private String host() {
    return "sts." + credential().get(2) + ".amazonaws.com";
  }

  /** Access key, day, region, service, and the end of every such scope. */
  private List<String> credential() {
    return List.of(parameters().getOrDefault("X-Amz-Credential", "").split("/", -1));
  }

  private Map<String, String> parameters() {
    Map<String, String> parameters = new TreeMap<>();
    for (String pair : query.split("&", -1)) {
      int equals = pair.indexOf('=');
      if (equals > 0) {
        parameters.put(
            pair.substring(0, equals),
            URLDecoder.decode(pair.substring(equals + 1), StandardCharsets.UTF_8));
      }
    }
    return parameters;
  }

  @Override
  public String toString() {
    return "EksToken[" + accessKey() + "]";
  }
}
