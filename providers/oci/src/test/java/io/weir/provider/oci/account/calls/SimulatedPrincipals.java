package io.weir.provider.oci.account.calls;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpServer;
import io.weir.api.Json;
import io.weir.clouds.http.WireRequest;
import io.weir.clouds.oci.wire.OciErrorException;
import io.weir.clouds.oci.wire.OciSignature;
import java.io.IOException;
import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.MessageDigest;
import java.security.PublicKey;
import java.security.cert.X509Certificate;
import java.security.spec.X509EncodedKeySpec;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Date;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;

/**
 * What gives out tokens to principals, and one operation that takes them: the metadata service of
 * an instance, the service that changes its certificate for a token, and the one of OKE that does
 * so for a ServiceAccount. Everything that is asked is checked.
 */
final class SimulatedPrincipals implements HttpHandler {
  /** The library looks whether it has ended. */
  static final String SERVICE_ACCOUNT_TOKEN =
      jwt("{\"sub\": \"system:serviceaccount:weir-system:weir-manager\", \"exp\": 4102444800}", "");

  private static final String TENANCY = "ocid1.tenancy.oc1..simulated";

  private static final KeyPair LEAF = rsa();
  private static final X509Certificate CERTIFICATE = certificate(LEAF);
  private final Map<String, PublicKey> issued = new ConcurrentHashMap<>();

  /** What was refused, by its path. */
  final List<String> refused = new ArrayList<>();

  /** How many seconds tokens last. */
  volatile long life = 1200;

  /** Whether certificates are changed for tokens. */
  volatile boolean knowsInstance = true;

  void serve(HttpServer server) {
    server.createContext("/", this);
  }

  int tokens() {
    return issued.size();
  }

  @Override
  public void handle(HttpExchange exchange) throws IOException {
    try (exchange) {
      byte[] body = exchange.getRequestBody().readAllBytes();
      String query = exchange.getRequestURI().getRawQuery();
      String path = exchange.getRequestURI().getPath();
      var request =
          new WireRequest(
              exchange.getRequestMethod(),
              path,
              exchange.getRequestURI().getRawPath(),
              query == null ? "" : query,
              Map.of(),
              exchange.getRequestHeaders(),
              body);
      try {
        byte[] answer = answer(request).getBytes(UTF_8);
        boolean text = path.startsWith("/opc/");
        exchange.getResponseHeaders().set("Content-Type", text ? "text/plain" : "application/json");
        exchange.sendResponseHeaders(200, answer.length);
        exchange.getResponseBody().write(answer);
      } catch (OciErrorException | GeneralSecurityException _) {
        refused.add(path);
        byte[] answer =
            "{\"code\": \"NotAuthenticated\", \"message\": \"not you\"}".getBytes(UTF_8);
        exchange.getResponseHeaders().set("Content-Type", "application/json");
        exchange.sendResponseHeaders(401, answer.length);
        exchange.getResponseBody().write(answer);
      }
    }
  }

  private String answer(WireRequest request) throws IOException, GeneralSecurityException {
    return switch (request.path()) {
      case "/opc/v2/instance/region" -> metadata(request, "iad");
      case "/opc/v2/identity/cert.pem", "/opc/v2/identity/intermediate.pem" ->
          metadata(request, pem("CERTIFICATE", CERTIFICATE.getEncoded()));
      case "/opc/v2/identity/key.pem" ->
          metadata(request, pem("PRIVATE KEY", LEAF.getPrivate().getEncoded()));
      case "/v1/x509" -> "{\"token\": \"%s\"}".formatted(ofInstance(request));
      case "/resourcePrincipalSessionTokens" -> ofWorkload(request);
      case "/20160918/availabilityDomains" -> domains(request);
      default -> throw OciErrorException.notFound();
    };
  }

  private static String metadata(WireRequest request, String text) {
    require(request.header("Authorization").equals("Bearer Oracle"));
    return text;
  }

  private String ofInstance(WireRequest request) throws IOException, GeneralSecurityException {
    byte[] digest = MessageDigest.getInstance("SHA-256").digest(CERTIFICATE.getEncoded());
    String fingerprint = HexFormat.ofDelimiter(":").withUpperCase().formatHex(digest);
    OciSignature.verify(
        request, TENANCY + "/fed-x509-sha256/" + fingerprint, CERTIFICATE.getPublicKey());
    JsonNode body = Json.MAPPER.readTree(request.body());
    String own = Base64.getEncoder().encodeToString(CERTIFICATE.getEncoded());
    require(knowsInstance);
    require(body.path("certificate").asText().equals(own));
    require(body.at("/intermediateCertificates/0").asText().equals(own));
    return issue(body.path("publicKey").asText());
  }

  private String ofWorkload(WireRequest request) throws IOException, GeneralSecurityException {
    require(request.header("Authorization").equals("Bearer " + SERVICE_ACCOUNT_TOKEN));
    String token = issue(Json.MAPPER.readTree(request.body()).path("podKey").asText());
    String answer = "{\"token\": \"ST$%s\"}".formatted(token);
    return "\"%s\"".formatted(Base64.getEncoder().encodeToString(answer.getBytes(UTF_8)));
  }

  private String issue(String key) throws GeneralSecurityException {
    long now = Instant.now().getEpochSecond();
    String claims = "{\"iat\": %d, \"exp\": %d}".formatted(now, now + life);
    String token =
        base64Url("{\"alg\": \"RS256\"}")
            + "."
            + base64Url(claims)
            + "."
            + base64Url("" + tokens());
    issued.put(
        "ST$" + token,
        KeyFactory.getInstance("RSA")
            .generatePublic(new X509EncodedKeySpec(Base64.getDecoder().decode(key))));
    return token;
  }

  /** Signed with the key of a token that was issued here. */
  private String domains(WireRequest request) {
    String authorization = request.header("Authorization");
    String keyId =
        issued.keySet().stream()
            .filter(each -> authorization.contains("keyId=\"" + each + "\""))
            .findFirst()
            .orElseThrow(OciErrorException::notAuthenticated);
    OciSignature.verify(request, keyId, issued.get(keyId));
    return "[{\"name\": \"PHX-AD-1\"}]";
  }

  private static void require(boolean right) {
    if (!right) {
      throw OciErrorException.notAuthenticated();
    }
  }

  private static String jwt(String claims, String number) {
    return base64Url("{\"alg\": \"RS256\"}")
        + "."
        + base64Url(claims)
        + "."
        + base64Url("signature" + number);
  }

  private static String base64Url(String text) {
    return Base64.getUrlEncoder().withoutPadding().encodeToString(text.getBytes(UTF_8));
  }

  private static String pem(String type, byte[] content) {
    return "-----BEGIN %s-----\n%s\n-----END %s-----\n"
        .formatted(
            type, Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(content), type);
  }

  private static KeyPair rsa() {
    try {
      KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
      generator.initialize(2048);
      return generator.generateKeyPair();
    } catch (GeneralSecurityException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  private static X509Certificate certificate(KeyPair keys) {
    Instant now = Instant.now();
    var name = new X500Name("CN=ocid1.instance.oc1.iad.simulated,OU=opc-tenant:" + TENANCY);
    try {
      return new JcaX509CertificateConverter()
          .getCertificate(
              new JcaX509v3CertificateBuilder(
                      name,
                      BigInteger.ONE,
                      Date.from(now.minus(1, ChronoUnit.HOURS)),
                      Date.from(now.plus(1, ChronoUnit.HOURS)),
                      name,
                      keys.getPublic())
                  .build(new JcaContentSignerBuilder("SHA256withRSA").build(keys.getPrivate())));
    } catch (GeneralSecurityException | OperatorCreationException impossible) {
      throw new IllegalStateException(impossible);
    }
  }
}
