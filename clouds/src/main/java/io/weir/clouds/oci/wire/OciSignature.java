package io.weir.clouds.oci.wire;

import io.weir.clouds.http.WireRequest;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.PublicKey;
import java.security.Signature;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Verifies that the owner of a key has signed a request. The date is not compared with the clock,
 * which a test may move.
 *
 * @see <a
 *     href="https://docs.oracle.com/en-us/iaas/Content/API/Concepts/signingrequests.htm">Signatures</a>
 */
public final class OciSignature {
  private static final Pattern PART = Pattern.compile("(\\w+)=\"([^\"]*)\"");
  private static final Set<String> ALWAYS = Set.of("date", "(request-target)", "host");
  private static final Set<String> WITH_BODY =
      Set.of("content-length", "content-type", "x-content-sha256");

  private OciSignature() {}

  /**
   * Verifies a request.
   *
   * @param keyId how the signature must name the key
   * @throws OciErrorException if it is not signed with the key
   */
  public static void verify(WireRequest request, String keyId, PublicKey key) {
    try {
      boolean writes = Set.of("POST", "PUT", "PATCH").contains(request.method());
      String authorization = request.header("Authorization");
      if (!isSigned(target(request), request::header, authorization, writes, keyId, key)
          || (writes && !isDigested(request))) {
        throw OciErrorException.notAuthenticated();
      }
    } catch (GeneralSecurityException | IllegalArgumentException _) {
      throw OciErrorException.notAuthenticated();
    }
  }

  private static String target(WireRequest request) {
    return request.method().toLowerCase(Locale.ROOT)
        + " "
        + request.rawPath()
        + (request.rawQuery().isEmpty() ? "" : "?" + request.rawQuery());
  }

  /**
   * Whether a GET that never came would be signed.
   *
   * @param path without a query
   * @param authorization the header with the signature
   */
  public static boolean isSignedGet(
      String path, Map<String, String> headers, String authorization, String keyId, PublicKey key) {
    try {
      return isSigned(
          "get " + path, name -> headers.getOrDefault(name, ""), authorization, false, keyId, key);
    } catch (GeneralSecurityException | IllegalArgumentException _) {
      return false;
    }
  }

  private static boolean isSigned(
      String target,
      UnaryOperator<String> headers,
      String authorization,
      boolean withBody,
      String keyId,
      PublicKey key)
      throws GeneralSecurityException {
    Map<String, String> parts = new HashMap<>();
    Matcher part = PART.matcher(authorization);
    while (part.find()) {
      parts.put(part.group(1), part.group(2));
    }
    List<String> signed = List.of(parts.getOrDefault("headers", "").split(" ", -1));
    if (!parts.getOrDefault("keyId", "").equals(keyId)
        || !parts.getOrDefault("version", "").equals("1")
        || !parts.getOrDefault("algorithm", "").equals("rsa-sha256")
        || !signed.containsAll(ALWAYS)
        || (withBody && !signed.containsAll(WITH_BODY))) {
      return false;
    }
    var lines = new ArrayList<String>();
    for (String name : signed) {
      String value = name.equals("(request-target)") ? target : headers.apply(name);
      lines.add(name + ": " + value);
    }
    Signature signature = Signature.getInstance("SHA256withRSA");
    signature.initVerify(key);
    signature.update(String.join("\n", lines).getBytes(StandardCharsets.UTF_8));
    return signature.verify(Base64.getDecoder().decode(parts.getOrDefault("signature", "")));
  }

  private static boolean isDigested(WireRequest request) throws GeneralSecurityException {
    byte[] digest = MessageDigest.getInstance("SHA-256").digest(request.body());
    return Base64.getEncoder().encodeToString(digest).equals(request.header("x-content-sha256"))
        && Integer.toString(request.body().length).equals(request.header("content-length"));
  }
}
