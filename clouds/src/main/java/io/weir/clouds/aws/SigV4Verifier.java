package io.weir.clouds.aws;

import com.sun.net.httpserver.Headers;
import io.weir.clouds.aws.seed.Account;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** Checks signatures of version 4, as AWS's reference on signing API requests describes them. */
final class SigV4Verifier {
  private static final HexFormat HEX = HexFormat.of();

  private SigV4Verifier() {}

  /** Whether the account's secret made this signature over this request. */
  static boolean isValid(
      AuthorizationHeader given,
      Account account,
      String method,
      String path,
      String query,
      Headers headers,
      byte[] body) {
    return MessageDigest.isEqual(
        bytes(signature(given, account, method, path, query, headers, body)),
        bytes(given.signature()));
  }

  /** The signature that an account's secret makes over a request, whatever is given as one. */
  static String signature(
      AuthorizationHeader given,
      Account account,
      String method,
      String path,
      String query,
      Headers headers,
      byte[] body) {
    try {
      String canonical = canonical(given, method, path, query, headers, body);
      String scope =
          String.join("/", given.date(), given.region(), given.service(), "aws4_request");
      String toSign =
          String.join(
              "\n",
              "AWS4-HMAC-SHA256",
              headers.getFirst("X-Amz-Date"),
              scope,
              hash(bytes(canonical)));
      byte[] key = bytes("AWS4" + account.secretKey());
      for (String part : scope.split("/", -1)) {
        key = hmac(key, part);
      }
      return HEX.formatHex(hmac(key, toSign));
    } catch (GeneralSecurityException missing) {
      throw new IllegalStateException("this Java lacks HMAC or SHA-256", missing);
    }
  }

  private static String canonical(
      AuthorizationHeader given,
      String method,
      String path,
      String query,
      Headers headers,
      byte[] body)
      throws GeneralSecurityException {
    StringBuilder text = new StringBuilder(method).append('\n');
    text.append(encodedAgain(path)).append('\n').append(sorted(query)).append('\n');
    for (String name : given.signedHeaders()) {
      String value = String.join(",", headers.getOrDefault(name, List.of()));
      text.append(name.toLowerCase(Locale.ROOT))
          .append(':')
          .append(value.strip().replaceAll(" +", " "))
          .append('\n');
    }
    return text.append('\n')
        .append(String.join(";", given.signedHeaders()))
        .append('\n')
        .append(hash(body))
        .toString();
  }

  /** Each segment is encoded once more than it is sent. */
  private static String encodedAgain(String path) {
    return Arrays.stream(path.split("/", -1))
        .map(segment -> URLEncoder.encode(segment, StandardCharsets.UTF_8).replace("+", "%20"))
        .collect(Collectors.joining("/"));
  }

  private static String sorted(String query) {
    return query.isEmpty()
        ? ""
        : Arrays.stream(query.split("&", -1))
            .map(pair -> pair.contains("=") ? pair : pair + "=")
            .sorted()
            .collect(Collectors.joining("&"));
  }

  private static String hash(byte[] data) throws GeneralSecurityException {
    return HEX.formatHex(MessageDigest.getInstance("SHA-256").digest(data));
  }

  private static byte[] hmac(byte[] key, String text) throws GeneralSecurityException {
    Mac mac = Mac.getInstance("HmacSHA256");
    mac.init(new SecretKeySpec(key, "HmacSHA256"));
    return mac.doFinal(bytes(text));
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
