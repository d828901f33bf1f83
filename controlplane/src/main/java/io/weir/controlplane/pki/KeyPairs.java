package io.weir.controlplane.pki;

import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.interfaces.ECPrivateKey;
import java.security.spec.ECGenParameterSpec;

/** Makes key pairs: P-256, which every part understands and which takes a millisecond. */
public final class KeyPairs {
  private KeyPairs() {}

  static KeyPair generate() {
    try {
      KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
      generator.initialize(new ECGenParameterSpec("secp256r1"));
      return generator.generateKeyPair();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every JVM has P-256", e);
    }
  }

  /**
   * Writes a new key pair as {@code NAME.key} and {@code NAME.pub}, for tokens that are signed
   * rather than certified.
   */
  public static void writePair(Path directory, String name) throws IOException {
    KeyPair pair = generate();
    Pem.write(directory.resolve(name + ".key"), Pem.of((ECPrivateKey) pair.getPrivate()));
    Pem.write(directory.resolve(name + ".pub"), Pem.of(pair.getPublic()));
  }
}
