package io.weir.controlplane;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.StringWriter;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.util.Base64;
import org.bouncycastle.asn1.x500.X500NameBuilder;
import org.bouncycastle.asn1.x500.style.BCStyle;
import org.bouncycastle.openssl.jcajce.JcaPEMWriter;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;
import org.bouncycastle.pkcs.jcajce.JcaPKCS10CertificationRequestBuilder;

/** What a node asks for when it joins: a client certificate of its own. */
final class NodeCsrManifest {
  private NodeCsrManifest() {}

  static String yaml(String node) throws Exception {
    KeyPair pair = KeyPairGenerator.getInstance("EC").generateKeyPair();
    var subject =
        new X500NameBuilder()
            .addRDN(BCStyle.O, "system:nodes")
            .addRDN(BCStyle.CN, "system:node:" + node)
            .build();
    var signer = new JcaContentSignerBuilder("SHA256withECDSA").build(pair.getPrivate());
    var request = new JcaPKCS10CertificationRequestBuilder(subject, pair.getPublic()).build(signer);
    var text = new StringWriter();
    try (var pem = new JcaPEMWriter(text)) {
      pem.writeObject(request);
    }
    return """
    apiVersion: certificates.k8s.io/v1
    kind: CertificateSigningRequest
    metadata:
      name: %s
    spec:
      signerName: kubernetes.io/kube-apiserver-client-kubelet
      usages: [digital signature, client auth]
      request: %s
    """
        .formatted(node, Base64.getEncoder().encodeToString(text.toString().getBytes(US_ASCII)));
  }
}
