package io.weir.provider.azure.admission;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.KeyPairGenerator;
import java.security.NoSuchAlgorithmException;
import java.security.interfaces.RSAPublicKey;
import java.util.Base64;

/**
 * A public key for machines that nobody may log in to: Azure makes no Linux machine without a
 * password unless it has one. Its private half is dropped at once.
 */
final class UnusableSshKey {

  /** RSA, since Azure has always taken it. */
  private static final String TYPE = "ssh-rsa";

  private static final int BITS = 2048;

  private UnusableSshKey() {}

  /** A new one, as base64 of an {@code authorized_keys} line. */
  static String generate() {
    RSAPublicKey key = (RSAPublicKey) generator().generateKeyPair().getPublic();
    byte[] blob =
        concatenated(
            TYPE.getBytes(StandardCharsets.US_ASCII),
            // SSH writes positive numbers as Java does, with a zero before a high bit.
            key.getPublicExponent().toByteArray(),
            key.getModulus().toByteArray());
    String line = TYPE + " " + Base64.getEncoder().encodeToString(blob) + "\n";
    return Base64.getEncoder().encodeToString(line.getBytes(StandardCharsets.US_ASCII));
  }

  private static KeyPairGenerator generator() {
    try {
      KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
      generator.initialize(BITS);
      return generator;
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has RSA", e);
    }
  }

  private static byte[] concatenated(byte[]... parts) {
    int length = 0;
    for (byte[] part : parts) {
      length += Integer.BYTES + part.length;
    }
    ByteBuffer blob = ByteBuffer.allocate(length);
    for (byte[] part : parts) {
      blob.putInt(part.length).put(part);
    }
    return blob.array();
  }
}
