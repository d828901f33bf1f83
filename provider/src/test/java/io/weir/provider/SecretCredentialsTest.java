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
  @ValueSource(strings = {"api.example.org", "https://user@host", "https://host/path", "file:///x"})
  void doNotGoToWhatIsNoHost(String address) {
    entries.put("url", address);
    var found = new SecretCredentials.SecretEntries(SECRET, find(SECRET));

    assertThatThrownBy(() -> found.address("url", "https://standard"))
        .isInstanceOf(ProviderException.Denied.class);
  }

  @Test
  void goToTheStandardAddressIfNoneIsGiven() throws Exception {
    var found = new SecretCredentials.SecretEntries(SECRET, find(SECRET));

    assertThat(found.address("url", "https://standard")).isEqualTo("https://standard");
  }
}
