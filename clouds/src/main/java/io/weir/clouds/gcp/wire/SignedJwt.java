package io.weir.clouds.gcp.wire;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.weir.clouds.gcp.seed.ServiceAccount;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.Signature;
import java.util.Base64;

/** What a service account signs. */
public final class SignedJwt {
  private static final ObjectMapper JSON = new ObjectMapper();

  private SignedJwt() {}

  /** What a web token says, whoever signed it; a missing node if it is none. */
  public static JsonNode claims(String token) {
    String[] parts = token.split("\\.", -1);
    if (parts.length != 3) {
      return MissingNode.getInstance();
    }
    try {
      return JSON.readTree(Base64.getUrlDecoder().decode(parts[1]));
    } catch (IOException | IllegalArgumentException malformed) {
      return MissingNode.getInstance();
    }
  }

  /** Whether the account has signed a web token. */
  public static boolean isSignedBy(ServiceAccount account, String token) {
    int end = token.lastIndexOf('.');
    if (end < 0) {
      return false;
    }
    try {
      Signature signature = Signature.getInstance("SHA256withRSA");
      signature.initVerify(account.key().getPublic());
      signature.update(token.substring(0, end).getBytes(StandardCharsets.US_ASCII));
      return signature.verify(Base64.getUrlDecoder().decode(token.substring(end + 1)));
    } catch (GeneralSecurityException | IllegalArgumentException forged) {
      return false;
    }
  }
}
