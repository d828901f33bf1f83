package io.weir.webhook.certificate;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.cert.CertificateEncodingException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Certificates and keys as text. */
public final class Pem {

  private static final Base64.Encoder LINES = Base64.getMimeEncoder(64, new byte[] {'\n'});
  private static final Pattern KEY =
      Pattern.compile("-----BEGIN PRIVATE KEY-----(.*)-----END PRIVATE KEY-----", Pattern.DOTALL);

  private Pem() {}

  /** The certificate, always in the same words. */
  public static String of(X509Certificate certificate) {
    try {
      return block("CERTIFICATE", certificate.getEncoded());
    } catch (CertificateEncodingException broken) {
      throw new IllegalArgumentException("a certificate cannot be encoded", broken);
    }
  }

  /** The key, in PKCS 8; never to be shown. */
  static String of(PrivateKey key) {
    return block("PRIVATE KEY", key.getEncoded());
  }

  /**
   * Reads a certificate.
   *
   * @throws GeneralSecurityException if it is none
   */
  static X509Certificate parseCertificate(String text) throws GeneralSecurityException {
    var bytes = new ByteArrayInputStream(text.getBytes(StandardCharsets.US_ASCII));
    return (X509Certificate) CertificateFactory.getInstance("X.509").generateCertificate(bytes);
  }

  /**
   * Reads an elliptic curve's key.
   *
   * @throws GeneralSecurityException if it is none; the message holds nothing of it
   */
  static PrivateKey parseKey(String text) throws GeneralSecurityException {
    Matcher block = KEY.matcher(text);
    if (!block.find()) {
      throw new GeneralSecurityException("not a private key in PKCS 8");
    }
    try {
      byte[] bytes = Base64.getMimeDecoder().decode(block.group(1));
      return KeyFactory.getInstance("EC").generatePrivate(new PKCS8EncodedKeySpec(bytes));
    } catch (IllegalArgumentException | GeneralSecurityException _) {
      // Without the cause, which may quote what it could not read.
      throw new GeneralSecurityException("the private key cannot be read");
    }
  }

  private static String block(String type, byte[] content) {
    return "-----BEGIN "
        + type
        + "-----\n"
        + LINES.encodeToString(content)
        + "\n-----END "
        + type
        + "-----\n";
  }
}
