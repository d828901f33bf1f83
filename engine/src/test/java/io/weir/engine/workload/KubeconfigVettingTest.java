package io.weir.engine.workload;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.engine.workload.VettingResult.Accepted;
import io.weir.engine.workload.VettingResult.Refused;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class KubeconfigVettingTest {

  private static final String SECRET = "s3cr3t-t0k3n";

  private static final String PEM =
      """
      -----BEGIN CERTIFICATE-----
      MIIBdzCCAR2gAwIBAgIBADAKBggqhkjOPQQDAjAVMRMwEQYDVQQDDAprdWJlcm5l
      -----END CERTIFICATE-----
      """;

  private static final String DATA =
      Base64.getEncoder().encodeToString(PEM.getBytes(StandardCharsets.US_ASCII));

  private static String kubeconfig(String cluster, String user) {
    return """
    apiVersion: v1
    kind: Config
    current-context: here
    contexts:
    - name: here
      context: {cluster: c, user: u}
    - name: elsewhere
      context: {cluster: c, user: other}
    clusters:
    - name: c
      cluster: {server: "https://api.example.org:6443"%s}
    users:
    - name: other
      user: {exec: {command: sh}}
    - name: u
      user: {token: %s%s}
    """
        .formatted(
            cluster.isEmpty() ? "" : ", " + cluster, SECRET, user.isEmpty() ? "" : ", " + user);
  }

  /** Where no certificate can be read. */
  private static VettingResult vet(String text) {
    return KubeconfigVetting.vet(text, _ -> false);
  }

  private static Refused refused(String text) {
    VettingResult vettingResult = vet(text);
    assertThat(vettingResult).isInstanceOf(Refused.class);
    return (Refused) vettingResult;
  }

  @Nested
  class Accepts {

    @Test
    void whatTheCurrentContextUsesAndDropsTheRest() {
      VettingResult vettingResult = vet(kubeconfig("", ""));

      assertThat(vettingResult).isInstanceOf(Accepted.class);
      VettedKubeconfig accepted = ((Accepted) vettingResult).kubeconfig();
      assertThat(accepted.host()).isEqualTo("api.example.org");
      assertThat(accepted.port()).isEqualTo(6443);
      assertThat(accepted.text()).contains(SECRET).doesNotContain("exec", "elsewhere");
      assertThat(accepted.toString()).doesNotContain(SECRET);
    }

    @Test
    void fieldsThatAreSetToNothing() {
      var text = kubeconfig("insecure-skip-tls-verify: false, proxy-url: ''", "exec: null");

      assertThat(vet(text)).isInstanceOf(Accepted.class);
    }

    @Test
    void aCertificateThatCanBeRead() {
      String text = kubeconfig("certificate-authority-data: " + DATA, "");

      VettingResult vettingResult = KubeconfigVetting.vet(text, PEM::equals);

      assertThat(((Accepted) vettingResult).kubeconfig().caPem()).isEqualTo(PEM);
    }

    @Test
    void theUsualPortWhereTheUrlNamesNone() {
      var text = kubeconfig("", "").replace(":6443", "");

      assertThat(((Accepted) vet(text)).kubeconfig().port()).isEqualTo(443);
    }

    @Test
    void anIPv6Address() {
      var text = kubeconfig("", "").replace("api.example.org", "[fd00::1]");

      assertThat(((Accepted) vet(text)).kubeconfig().host()).isEqualTo("fd00::1");
    }
  }

  @Nested
  class Refuses {

    @ParameterizedTest
    @CsvSource(
        delimiter = '|',
        value = {
          "exec: {command: sh}               | users[u].user.exec",
          "auth-provider: {name: gcp}        | users[u].user.auth-provider",
          "client-certificate: /etc/passwd   | users[u].user.client-certificate",
          "client-key: /etc/passwd           | users[u].user.client-key",
          "tokenFile: /etc/passwd            | users[u].user.tokenFile",
          "as: system:admin                  | users[u].user.as",
        })
    void anAccountThatReachesIntoTheManager(String field, String named) {
      Refused refused = refused(kubeconfig("", field));

      assertThat(refused.field()).isEqualTo(named);
      assertThat(refused.remedy()).isNotBlank();
    }

    @ParameterizedTest
    @CsvSource(
        delimiter = '|',
        value = {
          "certificate-authority: /etc/passwd   | clusters[c].cluster.certificate-authority",
          "insecure-skip-tls-verify: true       | clusters[c].cluster.insecure-skip-tls-verify",
          "proxy-url: http://proxy:3128         | clusters[c].cluster.proxy-url",
          "certificate-authority-data: bm9wZQ== | clusters[c].cluster.certificate-authority-data",
          "certificate-authority-data: '%%'     | clusters[c].cluster.certificate-authority-data",
        })
    void aServerThatIsNotTheOneNamed(String field, String named) {
      assertThat(refused(kubeconfig(field, "")).field()).isEqualTo(named);
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "65536", "99999"})
    void aPortThatIsNone(String port) {
      Refused refused = refused(kubeconfig("", "").replace(":6443", ":" + port));

      assertThat(refused.field()).isEqualTo("clusters[c].cluster.server");
    }

    @Test
    void aNameOfAnyLengthInAMessageOfFewWords() {
      String name = "a\nb".repeat(100_000);
      String json = "\"" + name.replace("\n", "\\n") + "\"";

      assertThat(refused("current-context: " + json).message())
          .hasSizeLessThan(300)
          .doesNotContain("\n");
      assertThat(
              refused(
                      kubeconfig("", "exec: {command: sh}")
                          .replace("u}", json + "}")
                          .replace("name: u", "name: " + json))
                  .message())
          .hasSizeLessThan(300)
          .contains("exec")
          .doesNotContain("\n");
    }

    @Test
    void aCertificateThatCannotBeRead() {
      assertThat(refused(kubeconfig("certificate-authority-data: " + DATA, "")).field())
          .isEqualTo("clusters[c].cluster.certificate-authority-data");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "- a list", "just text", "{: :", "a: &x [*x]"})
    void whatIsNoKubeconfig(String text) {
      assertThat(vet(text)).isInstanceOf(Refused.class);
    }

    @Test
    void aTokenThatNoHeaderCanCarry() {
      Refused refused =
          refused(
              kubeconfig("", "").replace("{token: " + SECRET, "{token: \"a\\n" + SECRET + "\""));

      assertThat(refused.message())
          .isEqualTo(
              "users[u].user.token has a blank, a line break or another character that no token"
                  + " has; write the token alone, in one line");
    }

    @Test
    void aServerWithoutTls() {
      String text = kubeconfig("", "").replace("https://", "http://");

      assertThat(refused(text).field()).isEqualTo("clusters[c].cluster.server");
    }

    @Test
    void aServerWithAPasswordInItsUrl() {
      String text = kubeconfig("", "").replace("https://", "https://user:" + SECRET + "@");

      assertThat(refused(text).message())
          .contains("clusters[c].cluster.server")
          .doesNotContain(SECRET);
    }

    @Test
    void aContextThatDoesNotExist() {
      String text = kubeconfig("", "").replace("current-context: here", "current-context: gone");

      assertThat(refused(text).message()).contains("contexts", "\"gone\"", "current-context");
    }

    @Test
    void anAccountWithoutCredentials() {
      String text = kubeconfig("", "").replace("token: " + SECRET, "colour: blue");

      assertThat(refused(text).field()).isEqualTo("users[u].user");
    }

    @Test
    void withoutEverShowingTheText() {
      String broken = "token: " + SECRET + "\n  - : [";

      assertThat(refused(broken).message()).doesNotContain(SECRET);
      assertThat(refused(kubeconfig("", "exec: {command: x}")).message()).doesNotContain(SECRET);
    }
  }
}
