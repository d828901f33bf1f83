package io.weir.webhook.certificate;

import java.io.IOException;
import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import java.security.spec.ECGenParameterSpec;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Date;
import org.bouncycastle.asn1.ASN1Encodable;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x509.BasicConstraints;
import org.bouncycastle.asn1.x509.ExtendedKeyUsage;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.asn1.x509.KeyPurposeId;
import org.bouncycastle.asn1.x509.KeyUsage;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.cert.jcajce.JcaX509ExtensionUtils;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;

/** Makes keys and certificates. Safe for concurrent use. */
final class CertificateIssuer {

  private static final SecureRandom RANDOM = new SecureRandom();

  /** The clocks of machines differ by a little. */
  static final Duration BACKDATED = Duration.ofMinutes(5);

  private CertificateIssuer() {}

  /** An authority with a new key. */
  static WebhookCa issueCa(Instant now, Duration life) {
    var serial = new BigInteger(127, RANDOM);
    // Told apart by name too, since two are trusted at a time.
    var name = new X500Name("CN=weir-webhook-ca-" + serial.toString(36).substring(0, 8));
    KeyPair keys = newKeyPair();
    X509Certificate certificate =
        sign(
            new CertificateRequest(name, keys, name, keys, serial, now, now.plus(life)),
            builder -> {
              builder.addExtension(Extension.basicConstraints, true, new BasicConstraints(0));
              builder.addExtension(
                  Extension.keyUsage, true, new KeyUsage(KeyUsage.keyCertSign | KeyUsage.cRLSign));
            });
    return new WebhookCa(certificate, keys.getPrivate());
  }

  /**
   * A certificate with a new key, which ends with its authority at the latest.
   *
   * @param hosts the DNS names and IP addresses under which callers come
   */
  static ServingCertificate issueServing(
      WebhookCa webhookCa, Collection<String> hosts, Instant now, Duration life) {
    KeyPair keys = newKeyPair();
    Instant end = now.plus(life);
    var signer = new KeyPair(webhookCa.certificate().getPublicKey(), webhookCa.key());
    var certificateRequest =
        new CertificateRequest(
            new X500Name(webhookCa.certificate().getSubjectX500Principal().getName()),
            signer,
            new X500Name("CN=weir-webhook"),
            keys,
            new BigInteger(127, RANDOM),
            now,
            end.isBefore(webhookCa.notAfter()) ? end : webhookCa.notAfter());
    X509Certificate certificate = sign(certificateRequest, builder -> leaf(builder, hosts));
    return new ServingCertificate(certificate, keys.getPrivate(), webhookCa.certificate());
  }

  private static void leaf(JcaX509v3CertificateBuilder builder, Collection<String> hosts)
      throws IOException {
    builder.addExtension(Extension.basicConstraints, true, new BasicConstraints(false));
    builder.addExtension(Extension.keyUsage, true, new KeyUsage(KeyUsage.digitalSignature));
    ASN1Encodable purposes = new ExtendedKeyUsage(KeyPurposeId.id_kp_serverAuth);
    builder.addExtension(Extension.extendedKeyUsage, false, purposes);
    var names = hosts.stream().map(CertificateIssuer::name).toArray(GeneralName[]::new);
    builder.addExtension(Extension.subjectAlternativeName, false, new GeneralNames(names));
  }

  private static GeneralName name(String host) {
    boolean address = host.contains(":") || host.matches("[0-9.]+");
    return new GeneralName(address ? GeneralName.iPAddress : GeneralName.dNSName, host);
  }

  private static KeyPair newKeyPair() {
    try {
      var generator = KeyPairGenerator.getInstance("EC");
      generator.initialize(new ECGenParameterSpec("secp256r1"));
      return generator.generateKeyPair();
    } catch (GeneralSecurityException missing) {
      throw new IllegalStateException("this Java runtime lacks elliptic curves", missing);
    }
  }

  private static X509Certificate sign(
      CertificateRequest certificateRequest, CertificateExtensions certificateExtensions) {
    var builder =
        new JcaX509v3CertificateBuilder(
            certificateRequest.issuer(),
            certificateRequest.serial(),
            Date.from(certificateRequest.begin().minus(BACKDATED)),
            Date.from(certificateRequest.end()),
            certificateRequest.subject(),
            certificateRequest.subjectKeys().getPublic());
    try {
      var identifiers = new JcaX509ExtensionUtils();
      builder.addExtension(
          Extension.subjectKeyIdentifier,
          false,
          identifiers.createSubjectKeyIdentifier(certificateRequest.subjectKeys().getPublic()));
      builder.addExtension(
          Extension.authorityKeyIdentifier,
          false,
          identifiers.createAuthorityKeyIdentifier(certificateRequest.issuerKeys().getPublic()));
      certificateExtensions.addTo(builder);
      PrivateKey key = certificateRequest.issuerKeys().getPrivate();
      var signer = new JcaContentSignerBuilder("SHA256withECDSA").build(key);
      return new JcaX509CertificateConverter().getCertificate(builder.build(signer));
    } catch (GeneralSecurityException | OperatorCreationException | IOException failure) {
      throw new IllegalStateException("cannot sign a certificate", failure);
    }
  }

  private record CertificateRequest(
      X500Name issuer,
      KeyPair issuerKeys,
      X500Name subject,
      KeyPair subjectKeys,
      BigInteger serial,
      Instant begin,
      Instant end) {}

  /** What one sort of certificate has and another has not. */
  private interface CertificateExtensions {
    void addTo(JcaX509v3CertificateBuilder builder) throws IOException;
  }
}
