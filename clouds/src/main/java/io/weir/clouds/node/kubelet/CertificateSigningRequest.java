package io.weir.clouds.node.kubelet;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.MessageDigest;
import java.security.PrivateKey;
import java.security.spec.ECGenParameterSpec;
import java.util.Base64;
import java.util.HexFormat;
import org.bouncycastle.asn1.x500.X500NameBuilder;
import org.bouncycastle.asn1.x500.style.BCStyle;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;
import org.bouncycastle.pkcs.jcajce.JcaPKCS10CertificationRequestBuilder;

/** A new key and the request to certify it. Its text form shows no key. */
final class CertificateSigningRequest {
  private final String name;
  private final byte[] pem;
  private final PrivateKey key;

  private CertificateSigningRequest(String name, byte[] pem, PrivateKey key) {
    this.name = name;
    this.pem = pem;
    this.key = key;
  }

  /** A request for the client certificate of a node, with a new key on P-256. */
  static CertificateSigningRequest forNode(String nodeName) {
    try {
      KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
      generator.initialize(new ECGenParameterSpec("secp256r1"));
      KeyPair pair = generator.generateKeyPair();
      var subject =
          new X500NameBuilder()
              .addRDN(BCStyle.O, "system:nodes")
              .addRDN(BCStyle.CN, "system:node:" + nodeName)
              .build();
      var signer = new JcaContentSignerBuilder("SHA256withECDSA").build(pair.getPrivate());
      byte[] der =
          new JcaPKCS10CertificationRequestBuilder(subject, pair.getPublic())
              .build(signer)
              .getEncoded();
      byte[] digest = MessageDigest.getInstance("SHA-256").digest(pair.getPublic().getEncoded());
      return new CertificateSigningRequest(
          "node-csr-" + HexFormat.of().formatHex(digest, 0, 20), pem(der), pair.getPrivate());
    } catch (GeneralSecurityException | OperatorCreationException | IOException e) {
      throw new IllegalStateException("cannot make a certificate signing request", e);
    }
  }

  private static byte[] pem(byte[] der) {
    String body = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(der);
    return ("-----BEGIN CERTIFICATE REQUEST-----\n"
            + body
            + "\n-----END CERTIFICATE REQUEST-----\n")
        .getBytes(StandardCharsets.US_ASCII);
  }

  /** The name of the request object: it follows from the key, so that asking twice asks once. */
  String name() {
    return name;
  }

  byte[] pem() {
    return pem.clone();
  }

  PrivateKey key() {
    return key;
  }
}
