package io.weir.clouds.node.wire;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.security.PrivateKey;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.Base64;
import java.util.List;
import org.bouncycastle.asn1.pkcs.PrivateKeyInfo;
import org.bouncycastle.openssl.PEMKeyPair;
import org.bouncycastle.openssl.PEMParser;
import org.bouncycastle.openssl.jcajce.JcaPEMKeyConverter;

/** Certificates and keys in their text form. */
public final class Pem {
  private static final int LINE = 64;

  private Pem() {}

  /**
   * The certificates in a text, in order, at least one.
   *
   * @throws IllegalArgumentException if there is none or one cannot be read
   */
  public static List<X509Certificate> certificates(String text) {
    try {
      var in = new ByteArrayInputStream(text.getBytes(StandardCharsets.US_ASCII));
      List<X509Certificate> found =
          CertificateFactory.getInstance("X.509").generateCertificates(in).stream()
              .map(X509Certificate.class::cast)
              .toList();
      if (found.isEmpty()) {
        throw new IllegalArgumentException("no certificate found");
      }
      return found;
    } catch (CertificateException e) {
      throw new IllegalArgumentException("not a certificate: " + e.getMessage(), e);
    }
  }

  /** Certificates as text. */
  public static String of(List<X509Certificate> certificates) {
    var text = new StringBuilder();
    for (X509Certificate certificate : certificates) {
      try {
        text.append(block("CERTIFICATE", certificate.getEncoded()));
      } catch (CertificateException e) {
        throw new IllegalArgumentException("not a certificate: " + e.getMessage(), e);
      }
    }
    return text.toString();
  }

  /** A private key as text, in PKCS #8. */
  public static String of(PrivateKey key) {
    return block("PRIVATE KEY", key.getEncoded());
  }

  private static String block(String name, byte[] content) {
    String lines = Base64.getMimeEncoder(LINE, new byte[] {'\n'}).encodeToString(content);
    return "-----BEGIN %1$s-----\n%2$s\n-----END %1$s-----\n".formatted(name, lines);
  }

  /**
   * The private key in a text: PKCS #8, or the older forms for RSA and EC.
   *
   * @throws IllegalArgumentException if it is not a private key
   */
  public static PrivateKey privateKey(String text) {
    try (var parser = new PEMParser(new StringReader(text))) {
      var converter = new JcaPEMKeyConverter();
      return switch (parser.readObject()) {
        // Some files hold an EC key without its public half.
        case PEMKeyPair pair -> converter.getPrivateKey(pair.getPrivateKeyInfo());
        case PrivateKeyInfo info -> converter.getPrivateKey(info);
        case null, default -> throw new IllegalArgumentException("not a private key");
      };
    } catch (IOException e) {
      // The parser's message may quote the key.
      throw new IllegalArgumentException("not a private key");
    }
  }
}
