package io.weir.kernel.kube;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.kubernetes.client.Config;
import io.weir.api.Json;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.Base64;
import java.util.Optional;
import javax.naming.InvalidNameException;
import javax.naming.ldap.LdapName;
import org.jspecify.annotations.Nullable;

/**
 * Who a configuration makes its user for the API server, as far as the credentials themselves say
 * it: a client certificate by its common name, the token of a service account by its subject.
 */
public final class Usernames {

  private static final String SERVICE_ACCOUNT = "system:serviceaccount:";

  private Usernames() {}

  /** The name; empty where only the server can tell. Sends nothing. */
  public static Optional<String> of(Config config) {
    if (config.getImpersonateUsername() != null) {
      return Optional.empty();
    }
    boolean certificate = config.getClientCertData() != null || config.getClientCertFile() != null;
    try {
      Optional<String> token = token(config);
      if (token.isPresent() && certificate) {
        return Optional.empty();
      }
      return token.isPresent() ? subject(token.get()) : commonName(config);
    } catch (IOException
        | UncheckedIOException
        | CertificateException
        | InvalidNameException
        | IllegalArgumentException unreadable) {
      return Optional.empty();
    }
  }

  private static Optional<String> token(Config config) {
    if (config.getOauthTokenProvider() != null) {
      return Optional.ofNullable(config.getOauthTokenProvider().getToken());
    }
    return Optional.ofNullable(config.getOauthToken())
        .or(() -> Optional.ofNullable(config.getAutoOAuthToken()));
  }

  /** The token is our own, so that nobody needs to check it; other issuers are mapped to names. */
  private static Optional<String> subject(String token) throws IOException {
    String[] parts = token.split("\\.", -1);
    if (parts.length != 3) {
      return Optional.empty();
    }
    JsonNode claims = Json.MAPPER.readTree(Base64.getUrlDecoder().decode(parts[1]));
    return Optional.of(claims.path("sub").asText(""))
        .filter(subject -> subject.startsWith(SERVICE_ACCOUNT));
  }

  private static Optional<String> commonName(Config config)
      throws IOException, CertificateException, InvalidNameException {
    byte[] pem = pem(config.getClientCertData(), config.getClientCertFile());
    if (pem.length == 0) {
      return Optional.empty();
    }
    var certificate =
        (X509Certificate)
            CertificateFactory.getInstance("X.509")
                .generateCertificate(new ByteArrayInputStream(pem));
    return new LdapName(certificate.getSubjectX500Principal().getName())
        .getRdns().stream()
            .filter(rdn -> rdn.getType().equalsIgnoreCase("CN"))
            .map(rdn -> rdn.getValue().toString())
            .findFirst();
  }

  private static byte[] pem(@Nullable String data, @Nullable String file) throws IOException {
    if (data != null) {
      return data.startsWith("-----")
          ? data.getBytes(StandardCharsets.UTF_8)
          : Base64.getDecoder().decode(data);
    }
    return file == null ? new byte[0] : Files.readAllBytes(Path.of(file));
  }
}
