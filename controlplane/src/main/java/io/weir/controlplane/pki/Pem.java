package io.weir.controlplane.pki;

import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.interfaces.ECPrivateKey;
import java.util.Set;
import org.bouncycastle.asn1.sec.SECObjectIdentifiers;
import org.bouncycastle.openssl.PEMKeyPair;
import org.bouncycastle.openssl.PEMParser;
import org.bouncycastle.openssl.jcajce.JcaPEMKeyConverter;
import org.bouncycastle.openssl.jcajce.JcaPEMWriter;
import org.bouncycastle.util.io.pem.PemObject;

/** Keys and certificates as text. */
final class Pem {
  private static final Set<PosixFilePermission> OWNER_ONLY =
      PosixFilePermissions.fromString("rw-------");

  private static final int P256_BITS = 256;

  private Pem() {}

  /** The text of a certificate or a public key. */
  static String of(Object certificateOrKey) {
    var text = new StringWriter();
    try (var writer = new JcaPEMWriter(text)) {
      writer.writeObject(certificateOrKey);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return text.toString();
  }

  /**
   * The text of a P-256 key in the form of RFC 5915, as some clients take any other for an RSA key.
   * The curve is named inside the key: the encoding that the JDK gives names it outside only, and
   * that part is lost in this form.
   */
  static String of(ECPrivateKey key) {
    try {
      var structure =
          new org.bouncycastle.asn1.sec.ECPrivateKey(
              P256_BITS, key.getS(), SECObjectIdentifiers.secp256r1);
      return of(new PemObject("EC PRIVATE KEY", structure.getEncoded()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * The certificate in a file.
   *
   * @throws IOException when there is none
   */
  static X509Certificate readCertificate(Path file) throws IOException {
    try (var in = Files.newInputStream(file)) {
      return (X509Certificate) CertificateFactory.getInstance("X.509").generateCertificate(in);
    } catch (CertificateException e) {
      throw new IOException(file + " holds no certificate", e);
    }
  }

  /**
   * The key in a file that {@link #of(ECPrivateKey)} made the text of.
   *
   * @throws IOException when there is none
   */
  static ECPrivateKey readKey(Path file) throws IOException {
    try (var parser = new PEMParser(Files.newBufferedReader(file))) {
      if (parser.readObject() instanceof PEMKeyPair pair
          && new JcaPEMKeyConverter().getPrivateKey(pair.getPrivateKeyInfo())
              instanceof ECPrivateKey key) {
        return key;
      }
    }
    throw new IOException(file + " holds no key");
  }

  /** Writes a file that only its owner may read. */
  static Path write(Path file, String text) throws IOException {
    Files.deleteIfExists(file);
    Files.createFile(file, PosixFilePermissions.asFileAttribute(OWNER_ONLY));
    return Files.writeString(file, text, StandardOpenOption.TRUNCATE_EXISTING);
  }
}
