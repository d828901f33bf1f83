package io.weir.provider.oci.account.calls;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import io.weir.controlplane.pki.CertificateAuthority;
import io.weir.controlplane.pki.TlsContexts;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.ThreadLocalRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The manager as its Pod in OKE, by Oracle's library over TLS. The library goes by the environment
 * of its process and a fixed port, so that the manager's side runs in a process of its own, and the
 * other at an address of loopback that nobody else has.
 */
class WorkloadPrincipalIT {
  private static final int PORT = 12250;

  private final SimulatedPrincipals cloud = new SimulatedPrincipals();

  @Test
  void theTokenOfItsServiceAccountIsChangedForOneThatSigns(@TempDir Path directory)
      throws Exception {
    CertificateAuthority authority = CertificateAuthority.create("kubernetes");
    Path trusted = directory.resolve("ca.crt");
    Files.writeString(trusted, authority.ownCredential().certificatePem());
    Path token = directory.resolve("token");
    Files.writeString(token, SimulatedPrincipals.SERVICE_ACCOUNT_TOKEN);
    HttpsServer tokens = atAnAddressOfItsOwn();
    tokens.setHttpsConfigurator(
        new HttpsConfigurator(
            TlsContexts.of(
                authority.ownCredential().certificate(), authority.issueServer("proxymux"))));
    HttpServer api =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    cloud.serve(tokens);
    cloud.serve(api);
    tokens.start();
    api.start();
    try {
      assertThat(domains(tokens.getAddress(), api.getAddress(), trusted, token))
          .isEqualTo("[{\"name\":\"PHX-AD-1\"}]");
      assertThat(cloud.tokens()).isEqualTo(1);
      assertThat(cloud.refused).isEmpty();
    } finally {
      tokens.stop(0);
      api.stop(0);
    }
  }

  private static String domains(
      InetSocketAddress tokens, InetSocketAddress api, Path trusted, Path token) throws Exception {
    var builder =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                WorkloadPrincipalMain.class.getName(),
                "http://127.0.0.1:" + api.getPort(),
                token.toString())
            .redirectError(ProcessBuilder.Redirect.INHERIT);
    builder.environment().put("KUBERNETES_SERVICE_HOST", tokens.getAddress().getHostAddress());
    builder.environment().put("OCI_KUBERNETES_SERVICE_ACCOUNT_CERT_PATH", trusted.toString());
    Process manager = builder.start();
    try {
      String said =
          new String(manager.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
      assertThat(manager.waitFor()).isZero();
      return said;
    } finally {
      manager.destroyForcibly().waitFor();
    }
  }

  /** All addresses that begin with 127 are loopback on Linux. */
  private static HttpsServer atAnAddressOfItsOwn() throws Exception {
    var random = ThreadLocalRandom.current();
    while (true) {
      byte[] address = {127, (byte) random.nextInt(1, 255), (byte) random.nextInt(256), 1};
      try {
        return HttpsServer.create(
            new InetSocketAddress(InetAddress.getByAddress(address), PORT), 0);
      } catch (BindException _) {
        // Somebody has it; the next one is another.
      }
    }
  }
}
