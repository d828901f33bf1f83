package io.weir.controlplane.pki;

import java.io.IOException;
import java.math.BigInteger;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import java.security.interfaces.ECPrivateKey;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import org.bouncycastle.asn1.ASN1Encodable;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x500.X500NameBuilder;
import org.bouncycastle.asn1.x500.style.BCStyle;
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

/** Signs certificates that hold on this machine's loopback address. Safe for concurrent use. */
public final class CertificateAuthority {
  private static final Duration LIFE = Duration.ofDays(3650);
  // Clocks of containers and their hosts differ by a little.
  private static final Duration BACKDATED = Duration.ofMinutes(5);
  private static final SecureRandom RANDOM = new SecureRandom();
  private static final GeneralNames LOOPBACK =
      new GeneralNames(
          new GeneralName[] {
            new GeneralName(GeneralName.dNSName, "localhost"),
            new GeneralName(GeneralName.iPAddress, "127.0.0.1")
          });

  private final X500Name name;
  private final Credential self;

  private CertificateAuthority(X500Name name, Credential self) {
    this.name = name;
    this.self = self;
  }

  /**
   * Makes an authority with a new key.
   *
   * @param commonName what its certificate calls it
   */
  public static CertificateAuthority create(String commonName) {
    X500Name name = new X500NameBuilder().addRDN(BCStyle.CN, commonName).build();
    KeyPair pair = KeyPairs.generate();
    Extra constraints =
        builder ->
            builder
                .addExtension(Extension.basicConstraints, true, new BasicConstraints(true))
                .addExtension(
                    Extension.keyUsage,
                    true,
                    new KeyUsage(
                        KeyUsage.digitalSignature | KeyUsage.keyCertSign | KeyUsage.cRLSign));
    return new CertificateAuthority(name, sign(name, pair, name, pair, constraints));
  }

  /**
   * Reads one that was written.
   *
   * @param directory with {@code NAME.crt} and {@code NAME.key}
   * @throws IOException when they cannot be read
   */
  public static CertificateAuthority read(Path directory, String name) throws IOException {
    X509Certificate certificate = Pem.readCertificate(directory.resolve(name + ".crt"));
    var key = Pem.readKey(directory.resolve(name + ".key"));
    X500Name subject = X500Name.getInstance(certificate.getSubjectX500Principal().getEncoded());
    return new CertificateAuthority(subject, new Credential(certificate, key));
  }

  /** Its own certificate and key, for a program that signs in its name. */
  public Credential ownCredential() {
    return self;
  }

  /** For a server that is reached as 127.0.0.1 or localhost. */
  public Credential issueServer(String commonName) {
    X500Name subject = new X500NameBuilder().addRDN(BCStyle.CN, commonName).build();
    return issue(
        subject,
        builder ->
            leaf(builder, KeyPurposeId.id_kp_serverAuth, KeyPurposeId.id_kp_clientAuth)
                .addExtension(Extension.subjectAlternativeName, false, LOOPBACK));
  }

  /**
   * For a client that Kubernetes knows as a user in groups.
   *
   * @param user the user's name
   * @param groups the groups' names; may be empty
   */
  public Credential issueClient(String user, String... groups) {
    var subject = new X500NameBuilder();
    for (String group : groups) {
      subject.addRDN(BCStyle.O, group);
    }
    subject.addRDN(BCStyle.CN, user);
    return issue(subject.build(), builder -> leaf(builder, KeyPurposeId.id_kp_clientAuth));
  }

  private Credential issue(X500Name subject, Extra extra) {
    KeyPair issuer = new KeyPair(self.certificate().getPublicKey(), self.key());
    return sign(name, issuer, subject, KeyPairs.generate(), extra);
  }

  private static JcaX509v3CertificateBuilder leaf(
      JcaX509v3CertificateBuilder builder, KeyPurposeId... purposes) throws IOException {
    builder.addExtension(
        Extension.basicConstraints, true, (ASN1Encodable) new BasicConstraints(false));
    builder.addExtension(
        Extension.keyUsage, true, (ASN1Encodable) new KeyUsage(KeyUsage.digitalSignature));
    builder.addExtension(
        Extension.extendedKeyUsage, false, (ASN1Encodable) new ExtendedKeyUsage(purposes));
    return builder;
  }

  private static Credential sign(
      X500Name issuer, KeyPair issuerKeys, X500Name subject, KeyPair keys, Extra extra) {
    Instant now = Instant.now();
    var builder =
        new JcaX509v3CertificateBuilder(
            issuer,
            new BigInteger(127, RANDOM),
            Date.from(now.minus(BACKDATED)),
            Date.from(now.plus(LIFE)),
            subject,
            keys.getPublic());
    try {
      var identifiers = new JcaX509ExtensionUtils();
      builder.addExtension(
          Extension.subjectKeyIdentifier,
          false,
          identifiers.createSubjectKeyIdentifier(keys.getPublic()));
      builder.addExtension(
          Extension.authorityKeyIdentifier,
          false,
          identifiers.createAuthorityKeyIdentifier(issuerKeys.getPublic()));
      extra.addTo(builder);
      var signer = new JcaContentSignerBuilder("SHA256withECDSA").build(issuerKeys.getPrivate());
      var certificate = new JcaX509CertificateConverter().getCertificate(builder.build(signer));
      return new Credential(certificate, (ECPrivateKey) keys.getPrivate());
    } catch (GeneralSecurityException | OperatorCreationException | IOException e) {
      throw new IllegalStateException("cannot sign a certificate for " + subject, e);
    }
  }

  /** What one sort of certificate has and another has not. */
  private interface Extra {
    void addTo(JcaX509v3CertificateBuilder builder) throws IOException;
  }
}
