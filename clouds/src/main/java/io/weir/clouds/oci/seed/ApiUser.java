package io.weir.clouds.oci.seed;

import java.nio.charset.StandardCharsets;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.NoSuchAlgorithmException;
import java.security.PublicKey;
import java.security.SecureRandom;
import java.util.Base64;

/**
 * A user with an API key.
 *
 * @param tenancy OCID of the tenancy
 * @param user OCID of the user
 * @param fingerprint that of the key
 * @param privateKey the private key, PEM
 * @param publicKey the key that requests are verified with
 */
public record ApiUser(
    String tenancy, String user, String fingerprint, String privateKey, PublicKey publicKey) {

  /**
   * The user of every simulated cloud of this process; to make a key takes long. It is the same in
   * each process, so that a sandbox can be kept: it opens nothing real.
   */
  static final ApiUser OF_PROCESS = generate();

  /** Half of what Oracle asks for: each request is signed with it, in tests many thousands. */
  private static final int BITS = 1024;

  private static ApiUser generate() {
    try {
      KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
      SecureRandom same = SecureRandom.getInstance("SHA1PRNG");
      same.setSeed("weir".getBytes(StandardCharsets.UTF_8));
      generator.initialize(BITS, same);
      KeyPair pair = generator.generateKeyPair();
      String encoded =
          Base64.getMimeEncoder(64, "\n".getBytes(StandardCharsets.US_ASCII))
              .encodeToString(pair.getPrivate().getEncoded());
      return new ApiUser(
          "ocid1.tenancy.oc1..sandbox",
          "ocid1.user.oc1..weir",
          "20:3b:97:13:55:1c:5b:0d:d3:37:d8:50:4e:c5:3a:34",
          "-----BEGIN PRIVATE KEY-----\n" + encoded + "\n-----END PRIVATE KEY-----\n",
          pair.getPublic());
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  /** The ID of the key, as signatures name it. */
  public String keyId() {
    return tenancy + "/" + user + "/" + fingerprint;
  }

  // The key is one.
  @Override
  public String toString() {
    return "ApiUser[" + user + "]";
  }
}
