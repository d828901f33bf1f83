package io.weir.provider;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.ApiObject;
import io.weir.api.Json;
import io.weir.api.ObjectKey;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SecretCredentialsTest {
  private static final ObjectKey SECRET = new ObjectKey("team", "key");

  private final Map<String, String> entries = new HashMap<>(Map.of("token", "old"));
  private final SecretCredentials<String> secretCredentials =
      new SecretCredentials<>(
          this::find, CloudScope.ofSecret("toy", SECRET, "here"), found -> found.required("token"));

  private Optional<ApiObject> find(ObjectKey key) {
    ObjectNode tree = Json.MAPPER.createObjectNode();
    entries.forEach(
        (name, value) ->
            tree.withObject("/data")
                .put(
                    name,
                    Base64.getEncoder().encodeToString(value.getBytes(StandardCharsets.UTF_8))));
    return key.equals(SECRET) && !entries.isEmpty()
        ? Optional.of(new ApiObject(tree))
        : Optional.empty();
  }

  @Test
  void areThoseThatTheSecretHoldsAtEachCall() throws Exception {
    assertThat(secretCredentials.current()).isEqualTo("old");

    entries.put("token", "new\n");

    assertThat(secretCredentials.current()).isEqualTo("new");
    entries.clear();
    assertThatThrownBy(secretCredentials::current).isInstanceOf(ProviderException.Denied.class);
  }

  @Test
  void areOthersThanThoseRefusedOnlyIfTheSecretHoldsOthers() throws Exception {
    String refused = secretCredentials.current();
    entries.put("token", "new");

    Optional<String> other = secretCredentials.replacementFor(refused);

    assertThat(other).hasValue("new");
    assertThat(secretCredentials.replacementFor("new")).isEmpty();
  }

  @Test
  void thatAreMissingAreToldByTheNameOfWhatLacks() {
    entries.clear();
    assertThatThrownBy(secretCredentials::current)
        .isInstanceOf(ProviderException.Denied.class)
        .hasMessageContaining("Secret team/key does not exist");

    entries.put("other", "x");
    assertThatThrownBy(secretCredentials::current)
        .isInstanceOf(ProviderException.Denied.class)
        .hasMessageContaining("Secret team/key has no token");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "api.example.org",
        "http://api.example.org",
        "https://api.example.org:8443",
        "https://api.example.org@127.0.0.1",
        "https://api.example.org.attacker.test",
        "https://api.example.org/path",
        "https://api.example.org?",
        "http://169.254.169.254",
        "http://127.0.0.1:8080",
        "file:///x"
      })
  void doNotGoWhereWhoeverWritesTheSecretLikes(String address) {
    entries.put("url", address);

    assertThatThrownBy(() -> address(Map.of()))
        .isInstanceOf(ProviderException.Denied.class)
        .hasMessageStartingWith("Secret team/key has an entry url that the manager may not call")
        .hasMessageContaining("--set toy.endpoint-allow=")
        .message()
        .doesNotContain(address);
  }

  @ParameterizedTest
  @ValueSource(strings = {"https://api.example.org", "HTTPS://API.Example.org"})
  void goToTheCloudItselfWhereverElseTheManagerIsSent(String address) throws Exception {
    entries.put("url", address);

    assertThat(address(Map.of("endpoint", "http://127.0.0.1:1")))
        .isEqualTo("https://api.example.org");
  }

  @Test
  void goToAnAddressThatTheManagersSettingsAllow() throws Exception {
    entries.put("url", "http://10.0.0.7:8080");

    assertThat(address(Map.of("endpoint-allow", "https://a.test, http://10.0.0.7:8080")))
        .isEqualTo("http://10.0.0.7:8080");
  }

  @Test
  void goToTheStandardAddressIfNoneIsGiven() throws Exception {
    assertThat(address(Map.of())).isEqualTo("https://api.example.org");
    assertThat(address(Map.of("endpoint", "http://127.0.0.1:1"))).isEqualTo("http://127.0.0.1:1");
  }

  @ParameterizedTest
  @ValueSource(strings = {"a.test", "https://a.test/v1", "https://a.test,ftp://b.test"})
  void needAddressesToBeAllowed(String allowed) {
    assertThatThrownBy(() -> address(Map.of("endpoint-allow", allowed)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("--set toy.endpoint-allow: ");
  }

  private String address(Map<String, String> settings) throws ProviderException {
    return new SecretCredentials.SecretEntries(SECRET, find(SECRET))
        .address("url", ApiAddresses.of("toy", "https://api.example.org", settings));
  }
}
