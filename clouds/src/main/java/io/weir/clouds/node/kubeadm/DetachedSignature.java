package io.weir.clouds.node.kubeadm;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Base64;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * The signature that the cluster puts beside a text for each token: a JWS, HS256, without payload.
 */
final class DetachedSignature {
  private DetachedSignature() {}

  /** Whether the signature is the one that the token gives this text. */
  static boolean matches(String signature, String text, BootstrapToken token) {
    byte[] expected = sign(text, token).getBytes(StandardCharsets.US_ASCII);
    return MessageDigest.isEqual(expected, signature.getBytes(StandardCharsets.US_ASCII));
  }

  private static String sign(String text, BootstrapToken token) {
    Base64.Encoder encoder = Base64.getUrlEncoder().withoutPadding();
    String header =
        encoder.encodeToString(
            ("{\"alg\":\"HS256\",\"kid\":\"" + token.id() + "\"}")
                .getBytes(StandardCharsets.US_ASCII));
    String payload = encoder.encodeToString(text.getBytes(StandardCharsets.UTF_8));
    try {
      Mac mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(token.secret().getBytes(StandardCharsets.US_ASCII), "HmacSHA256"));
      byte[] signed = mac.doFinal((header + "." + payload).getBytes(StandardCharsets.US_ASCII));
      return header + ".." + encoder.encodeToString(signed);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }
}
