package io.weir.controlplane.pki;

import java.io.IOException;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.security.interfaces.ECPrivateKey;

/**
 * A certificate with its private key.
 *
 * @param certificate the certificate, signed by some authority
 * @param key the key that belongs to it
 */
public record Credential(X509Certificate certificate, ECPrivateKey key) {
  /** The certificate as text. */
  public String certificatePem() {
    return Pem.of(certificate);
  }

  /** The private key as text. */
  public String keyPem() {
    return Pem.of(key);
  }

  /** Writes {@code NAME.crt} and {@code NAME.key}, readable by their owner only. */
  public void write(Path directory, String name) throws IOException {
    Pem.write(directory.resolve(name + ".crt"), certificatePem());
    Pem.write(directory.resolve(name + ".key"), keyPem());
  }

  /** Whose it is; never the key. */
  @Override
  public String toString() {
    return "Credential[" + certificate.getSubjectX500Principal() + "]";
  }
}
