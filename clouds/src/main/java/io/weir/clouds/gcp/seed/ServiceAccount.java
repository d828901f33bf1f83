package io.weir.clouds.gcp.seed;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.nio.charset.StandardCharsets;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.Base64;

/**
 * Who may call, by requests that are signed.
 *
 * @param email its address
 * @param keyId by which it tells its keys apart
 * @param key with which it signs
 */
public record ServiceAccount(String email, String keyId, KeyPair key) {

  /** Half of what Google's keys have: in tests thousands of requests are signed with it. */
  private static final int BITS = 1024;

  /** One of a project, with a key that is the same in each process: it opens nothing real. */
  static ServiceAccount of(String project) {
    try {
      KeyPairGenerator keys = KeyPairGenerator.getInstance("RSA");
      SecureRandom same = SecureRandom.getInstance("SHA1PRNG");
      same.setSeed(project.getBytes(StandardCharsets.UTF_8));
      keys.initialize(BITS, same);
      return new ServiceAccount(
          "weir@%s.iam.gserviceaccount.com".formatted(project),
          "5ac1e7d0c0ffee",
          keys.generateKeyPair());
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  /** Its number. */
  public String id() {
    return "100000000000000000001";
  }

  /** The key as Google hands it out, for a Secret. */
  public String keyJson(String project) {
    String pem =
        "-----BEGIN PRIVATE KEY-----\n"
            + Base64.getMimeEncoder(64, new byte[] {'\n'})
                .encodeToString(key.getPrivate().getEncoded())
            + "\n-----END PRIVATE KEY-----\n";
    return JsonNodeFactory.instance
        .objectNode()
        .put("type", "service_account")
        .put("project_id", project)
        .put("private_key_id", keyId)
        .put("private_key", pem)
        .put("client_email", email)
        .put("client_id", id())
        .put("token_uri", "https://oauth2.googleapis.com/token")
        .toString();
  }

  @Override
  public String toString() {
    return "ServiceAccount[" + email + "]";
  }
}
