package io.weir.clouds.node;

import com.fasterxml.jackson.databind.json.JsonMapper;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import java.io.IOException;
import java.math.BigInteger;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.KeyStore;
import java.security.MessageDigest;
import java.security.cert.CertificateEncodingException;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Base64;
import java.util.Date;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.UnaryOperator;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;

/**
 * A server that answers for cluster-info as told, remembers every request, and refuses all others:
 * an API server that lies, which a real one cannot be made to do.
 */
final class FakeApiServer implements AutoCloseable {
  static final String TOKEN_ID = "abcdef";
  static final String TOKEN_SECRET = "0123456789abcdef";

  private final HttpsServer server;
  private final X509Certificate certificate;
  private final List<String> requests = new CopyOnWriteArrayList<>();

  /** How many requests, from the first, get no answer at all. */
  volatile int unanswered;

  /** How many answers, from the first, come without the signature. */
  volatile int unsigned;

  /**
   * What becomes of each answer's kubeconfig and of its signature, by the number of the request.
   */
  volatile Tampering tampering = new Tampering(text -> text, text -> text, text -> text);

  /**
   * What is done to the first text after signing, to the signature, and to later texts before
   * signing.
   */
  record Tampering(
      UnaryOperator<String> first, UnaryOperator<String> signature, UnaryOperator<String> later) {}

  FakeApiServer() throws Exception {
    KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
    KeyPair pair = generator.generateKeyPair();
    certificate = selfSigned(pair);
    // Nothing here is secret; PKCS12 would protect it at great cost.
    KeyStore store = KeyStore.getInstance("JKS");
    store.load(null, null);
    store.setKeyEntry(
        "server", pair.getPrivate(), new char[0], new X509Certificate[] {certificate});
    var keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    keys.init(store, new char[0]);
    SSLContext tls = SSLContext.getInstance("TLS");
    tls.init(keys.getKeyManagers(), null, null);
    server = HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setHttpsConfigurator(new HttpsConfigurator(tls));
    server.createContext("/", this::answer);
    server.start();
  }

  String endpoint() {
    return "127.0.0.1:" + port();
  }

  int port() {
    return server.getAddress().getPort();
  }

  /** What proves it, signed by itself, for 127.0.0.1 only. */
  X509Certificate certificate() {
    return certificate;
  }

  String caCertHash() throws Exception {
    byte[] key = certificate.getPublicKey().getEncoded();
    return "sha256:" + HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(key));
  }

  List<String> requests() {
    return List.copyOf(requests);
  }

  private void answer(HttpExchange exchange) throws IOException {
    String request = exchange.getRequestMethod() + " " + exchange.getRequestURI();
    boolean first = requests.isEmpty();
    requests.add(request);
    if (requests.size() <= unanswered) {
      exchange.close();
      return;
    }
    int status = 403;
    Object body = Map.of("kind", "Status", "message", "refused", "reason", "Forbidden");
    if (request.endsWith("/configmaps/cluster-info")) {
      status = 200;
      body = Map.of("data", clusterInfo(first));
    }
    byte[] json = new JsonMapper().writeValueAsBytes(body);
    exchange.getRequestBody().readAllBytes();
    exchange.sendResponseHeaders(status, json.length);
    exchange.getResponseBody().write(json);
    exchange.close();
  }

  private Map<String, String> clusterInfo(boolean first) {
    String honest = kubeconfig();
    String signed = first ? honest : tampering.later().apply(honest);
    String reported = first ? tampering.first().apply(signed) : signed;
    return requests.size() <= unsigned
        ? Map.of("kubeconfig", reported)
        : Map.of(
            "kubeconfig",
            reported,
            "jws-kubeconfig-" + TOKEN_ID,
            tampering.signature().apply(sign(signed)));
  }

  private String kubeconfig() {
    return """
    apiVersion: v1
    kind: Config
    clusters:
    - name: ""
      cluster:
        certificate-authority-data: %s
        server: https://%s
    """
        .formatted(
            Base64.getEncoder().encodeToString(caPem().getBytes(StandardCharsets.US_ASCII)),
            endpoint());
  }

  String caPem() {
    try {
      return "-----BEGIN CERTIFICATE-----\n"
          + Base64.getMimeEncoder().encodeToString(certificate.getEncoded())
          + "\n-----END CERTIFICATE-----\n";
    } catch (CertificateEncodingException e) {
      throw new IllegalStateException(e);
    }
  }

  private static String sign(String text) {
    var encoder = Base64.getUrlEncoder().withoutPadding();
    String header =
        encoder.encodeToString(
            ("{\"alg\":\"HS256\",\"kid\":\"" + TOKEN_ID + "\"}").getBytes(StandardCharsets.UTF_8));
    String payload = encoder.encodeToString(text.getBytes(StandardCharsets.UTF_8));
    try {
      Mac mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(TOKEN_SECRET.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
      byte[] code = mac.doFinal((header + "." + payload).getBytes(StandardCharsets.UTF_8));
      return header + ".." + encoder.encodeToString(code);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  private static X509Certificate selfSigned(KeyPair pair) throws Exception {
    var name = new X500Name("CN=fake");
    Instant now = Instant.now();
    var builder =
        new JcaX509v3CertificateBuilder(
            name,
            BigInteger.ONE,
            Date.from(now.minus(1, ChronoUnit.HOURS)),
            Date.from(now.plus(1, ChronoUnit.HOURS)),
            name,
            pair.getPublic());
    builder.addExtension(
        Extension.subjectAlternativeName,
        false,
        new GeneralNames(new GeneralName(GeneralName.iPAddress, "127.0.0.1")));
    var signer = new JcaContentSignerBuilder("SHA256withECDSA").build(pair.getPrivate());
    return new JcaX509CertificateConverter().getCertificate(builder.build(signer));
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
