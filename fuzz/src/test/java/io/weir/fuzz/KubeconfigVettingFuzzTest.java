package io.weir.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import com.code_intelligence.jazzer.junit.FuzzTest;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.Json;
import io.weir.bootstrap.kubeadm.CaCertificates;
import io.weir.engine.workload.AddressPolicy;
import io.weir.engine.workload.IpAddress;
import io.weir.engine.workload.KubeconfigVetting;
import io.weir.engine.workload.VettedKubeconfig;
import io.weir.engine.workload.VettingResult;
import io.weir.engine.workload.VettingResult.Accepted;
import io.weir.engine.workload.VettingResult.Refused;
import io.weir.kernel.kube.KubeConfigs;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.util.Base64;
import java.util.List;
import java.util.Set;

/**
 * Kubeconfigs that others wrote: each is refused without a word of what it holds, or reduced to one
 * server and one account.
 */
class KubeconfigVettingFuzzTest {

  /** What a message must not tell; no message has it by itself. */
  private static final String SECRET = "q7Zw9XkV";

  /** Stands for it until all is written. */
  private static final String PLANTED = "\uE000";

  private static final int LONGEST_MESSAGE = 600;
  private static final int LAST_PORT = 65_535;

  private static final List<String> SERVERS =
      List.of(
          "https://api.example.org:6443",
          "https://127.0.0.1",
          "https://0x7f.1:6443",
          "https://2130706433",
          "https://[::1]",
          "https://[::ffff:169.254.169.254]:443/x",
          "https://[64:ff9b::7f00:1]",
          "https://[fe80::1%25lo]",
          "https://u:" + SECRET + "@h",
          "https://h/?" + SECRET,
          "https://h#" + SECRET,
          "http://h",
          "https://h:99999",
          "https://h:0",
          "https:h",
          "https:///",
          "HTTPS://h",
          "https://h:",
          "https://ä",
          "https://h_/",
          "jar:https://h");

  private static final List<String> FIELDS =
      List.of(
          "certificate-authority",
          "insecure-skip-tls-verify",
          "proxy-url",
          "disable-compression",
          "tls-server-name",
          "extensions",
          "server",
          "exec",
          "auth-provider",
          "client-certificate",
          "client-key",
          "tokenFile",
          "as",
          "as-uid",
          "as-groups",
          "as-user-extra",
          "token",
          "Token",
          "username",
          "password",
          "client-certificate-data",
          "client-key-data");

  private static final Set<String> IN_CLUSTER =
      Set.of("server", "certificate-authority-data", "tls-server-name");
  private static final Set<String> IN_USER =
      Set.of("client-certificate-data", "client-key-data", "token", "username", "password");

  private static final String CA = Base64.getEncoder().encodeToString(resource("/ca/ec.crt"));

  @FuzzTest
  void isRefusedWithoutAWordOfItOrReducedToOneServerAndOneAccount(FuzzedDataProvider data) {
    boolean text = FuzzedInput.isText(data);
    addressesAreJudgedAsTheyAre(
        text ? new byte[4] : data.consumeBytes(data.consumeBoolean() ? 4 : 16));
    String kubeconfig = text ? FuzzedInput.text(data) : kubeconfig(data);

    VettingResult result =
        OutsideAccessHooks.whileForbidden(
            () -> KubeconfigVetting.vet(kubeconfig, CaCertificates::readable));

    switch (result) {
      case Refused refused -> tellsNothing(refused, text);
      case Accepted(VettedKubeconfig vetted) -> holdsWhatWasVetted(vetted);
    }
    assertThat(KubeconfigVetting.vet(kubeconfig, CaCertificates::readable)).isEqualTo(result);
  }

  /** Names are told; in a text anything may have become one. */
  private static void tellsNothing(Refused refused, boolean text) {
    if (!text) {
      assertThat(refused.message()).doesNotContain(SECRET);
    }
    assertThat(refused.message())
        .hasSizeLessThan(LONGEST_MESSAGE)
        .doesNotContainPattern("\\p{Cntrl}");
  }

  private static void holdsWhatWasVetted(VettedKubeconfig vetted) {
    URI server = vetted.server();
    assertThat(server.getScheme()).isEqualTo("https");
    assertThat(vetted.host()).isNotBlank();
    assertThat(vetted.port()).isBetween(1, LAST_PORT);
    assertThat(server.toString()).doesNotContain(SECRET);
    assertThat(vetted.toString()).doesNotContain(SECRET);
    JsonNode written = read(vetted.text());
    assertThat(names(written.at("/clusters/0/cluster"))).isSubsetOf(IN_CLUSTER);
    assertThat(names(written.at("/users/0/user"))).isSubsetOf(IN_USER).isNotEmpty();
    assertThat(written.path("clusters").size() + written.path("users").size()).isEqualTo(2);
    var config = KubeConfigs.fromText(vetted.text(), "fuzz");
    URI reached = URI.create(config.getMasterUrl());
    assertThat(reached.getHost()).isEqualTo(server.getHost());
    assertThat(reached.getPort()).isEqualTo(server.getPort());
    assertThat(config.getHttpsProxy()).isNull();
    assertThat(config.getImpersonateUsername()).isNull();
    assertThat(config.isTrustCerts()).isFalse();
    assertThat(config.getCaCertFile()).isNull();
    assertThat(config.getClientKeyFile()).isNull();
  }

  /** What the JDK knows of addresses, which is not all that the policy does. */
  private static void addressesAreJudgedAsTheyAre(byte[] bytes) {
    InetAddress address;
    try {
      address = InetAddress.getByAddress(bytes);
    } catch (UnknownHostException noAddress) {
      return;
    }
    boolean harmful =
        address.isAnyLocalAddress()
            || address.isLoopbackAddress()
            || address.isLinkLocalAddress()
            || address.isMulticastAddress();
    boolean refused =
        AddressPolicy.DEFAULT.refusal(List.of(IpAddress.of(bytes))).isPresent()
            && AddressPolicy.DEFAULT
                .refusal(List.of(IpAddress.of(address.getAddress())))
                .isPresent();
    assertThat(refused || !harmful).as(address.toString()).isTrue();
  }

  private static String kubeconfig(FuzzedDataProvider data) {
    ObjectNode root = Json.MAPPER.createObjectNode().put("current-context", name(data));
    for (int i = data.consumeInt(0, 2); i >= 0; i--) {
      named(root, "contexts", "context", data).put("cluster", name(data)).put("user", name(data));
      ObjectNode cluster = named(root, "clusters", "cluster", data);
      cluster.put("server", data.consumeInt(0, 3) == 0 ? server(data) : data.pickValue(SERVERS));
      if (data.consumeBoolean()) {
        cluster.put("certificate-authority-data", data.consumeBoolean() ? CA : FuzzedText.of(data));
      }
      ObjectNode user = named(root, "users", "user", data);
      user.put("token", PLANTED + (data.consumeBoolean() ? FuzzedText.of(data) : ""));
      odd(cluster, data);
      odd(user, data);
    }
    if (data.consumeInt(0, 3) == 0) {
      FuzzedJson.spoil(root, data);
    }
    // JSON is YAML. The fuzzer learns what is looked for, and would write it into names.
    return root.toString().replace(SECRET, "").replace(PLANTED, SECRET);
  }

  private static ObjectNode named(
      ObjectNode root, String list, String part, FuzzedDataProvider data) {
    return root.withArray(list).addObject().put("name", name(data)).putObject(part);
  }

  private static String name(FuzzedDataProvider data) {
    return switch (data.consumeInt(0, 15)) {
      case 0 -> FuzzedText.of(data).replace(PLANTED, "");
      case 1 -> FuzzedText.repeated(data);
      case 2 -> "other";
      default -> "n";
    };
  }

  private static String server(FuzzedDataProvider data) {
    return "https://"
        + FuzzedText.of(data)
        + (data.consumeBoolean() ? ":" + data.consumeInt() : "");
  }

  private static void odd(ObjectNode entry, FuzzedDataProvider data) {
    for (int i = data.consumeInt(0, 3); i > 1; i--) {
      String field = data.pickValue(FIELDS);
      if (data.consumeBoolean()) {
        entry.set(field, FuzzedJson.any(data));
      } else {
        entry.put(field, "/" + PLANTED);
      }
    }
  }

  private static List<String> names(JsonNode object) {
    return object.properties().stream().map(entry -> entry.getKey()).toList();
  }

  private static JsonNode read(String text) {
    try {
      return Json.MAPPER.readTree(text);
    } catch (IOException notJson) {
      throw new UncheckedIOException(notJson);
    }
  }

  private static byte[] resource(String path) {
    try (InputStream file = KubeconfigVettingFuzzTest.class.getResourceAsStream(path)) {
      return file.readAllBytes();
    } catch (IOException missing) {
      throw new UncheckedIOException(missing);
    }
  }
}
