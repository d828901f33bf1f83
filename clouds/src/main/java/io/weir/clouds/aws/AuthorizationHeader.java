package io.weir.clouds.aws;

import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The header that signs a request.
 *
 * @param accessKey who signs
 * @param date of the scope, {@code yyyymmdd}
 * @param region of the scope
 * @param service of the scope
 * @param signedHeaders names of the headers that are signed, in order
 * @param signature in hexadecimal
 */
record AuthorizationHeader(
    String accessKey,
    String date,
    String region,
    String service,
    List<String> signedHeaders,
    String signature) {
  private static final Pattern FORM =
      Pattern.compile(
          "AWS4-HMAC-SHA256 Credential=([^/, ]+)/([0-9]{8})/([a-z0-9-]+)/([a-z0-9]+)/aws4_request,"
              + " ?SignedHeaders=([a-z0-9;-]+), ?Signature=([0-9a-f]{64})");

  static Optional<AuthorizationHeader> parse(String header) {
    Matcher match = FORM.matcher(header);
    return match.matches()
        ? Optional.of(
            new AuthorizationHeader(
                match.group(1),
                match.group(2),
                match.group(3),
                match.group(4),
                List.of(match.group(5).split(";", -1)),
                match.group(6)))
        : Optional.empty();
  }
}
