package io.weir.kernel.kube;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.weir.controlplane.pki.CertificateAuthority;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class UsernamesTest {

  @TempDir private Path directory;

  private static ConfigBuilder config() {
    return new ConfigBuilder(Config.empty()).withMasterUrl("https://127.0.0.1:1");
  }

  private static String jwt(String claims) {
    return encoded("{\"alg\": \"none\"}") + "." + encoded(claims) + ".signature";
  }

  private static String encoded(String text) {
    return Base64.getUrlEncoder()
        .withoutPadding()
        .encodeToString(text.getBytes(StandardCharsets.UTF_8));
  }

  private String certificate(String user) throws Exception {
    CertificateAuthority.create("test").issueClient(user).write(directory, "client");
    return Files.readString(directory.resolve("client.crt"));
  }

  @Test
  void ofACertificateIsItsCommonNameWhereverItLies() throws Exception {
    String pem = certificate("weir, the \"manager\"");
    String data = Base64.getEncoder().encodeToString(pem.getBytes(StandardCharsets.UTF_8));

    assertThat(Usernames.of(config().withClientCertData(data).build()))
        .contains("weir, the \"manager\"");
    assertThat(
            Usernames.of(
                config().withClientCertFile(directory.resolve("client.crt").toString()).build()))
        .contains("weir, the \"manager\"");
  }

  @Test
  void ofAServiceAccountIsTheSubjectOfItsToken() {
    String token = jwt("{\"sub\": \"system:serviceaccount:weir-system:weir-manager\"}");

    assertThat(Usernames.of(config().withOauthToken(token).build()))
        .contains("system:serviceaccount:weir-system:weir-manager");
    assertThat(Usernames.of(config().withOauthTokenProvider(() -> token).build()))
        .contains("system:serviceaccount:weir-system:weir-manager");
  }

  @Test
  void isUnknownWhereOnlyTheServerCanTell() throws Exception {
    String account = jwt("{\"sub\": \"system:serviceaccount:a:b\"}");
    String data =
        Base64.getEncoder().encodeToString(certificate("someone").getBytes(StandardCharsets.UTF_8));

    assertThat(Usernames.of(config().build())).isEmpty();
    assertThat(Usernames.of(config().withOauthToken("opaque").build())).isEmpty();
    assertThat(Usernames.of(config().withOauthToken("a.%%%.c").build())).isEmpty();
    assertThat(Usernames.of(config().withOauthToken(jwt("{\"sub\": \"jane\"}")).build())).isEmpty();
    assertThat(Usernames.of(config().withClientCertData("@").build())).isEmpty();
    assertThat(Usernames.of(config().withOauthToken(account).withClientCertData(data).build()))
        .isEmpty();
    assertThat(
            Usernames.of(config().withOauthToken(account).withImpersonateUsername("jane").build()))
        .isEmpty();
  }
}
