package io.weir.provider.oci;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.weir.api.Json;
import io.weir.provider.kit.CalledActions;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class OciPermissionsTest {

  @Test
  void everyCallHasItsPolicyAndNoPolicyIsWithoutACall() throws IOException {
    assertThat(policies().keySet()).isEqualTo(CalledActions.of("oci").actions());
  }

  @Test
  void theStatementsAllowEveryCallInOneCompartment() throws IOException {
    String document = new OciProviderFactory().permissions(Optional.empty()).orElseThrow();
    var statements =
        Json.MAPPER.readTree(document).path("statements").valueStream().map(JsonNode::asText);

    var allowed = statements.collect(Collectors.toSet());

    assertThat(allowed).allMatch(each -> each.endsWith(" in compartment id COMPARTMENT"));
    assertThat(policies().values())
        .allMatch(policy -> allowed.stream().anyMatch(each -> each.contains(" " + policy + " ")));
  }

  private static Map<String, String> policies() throws IOException {
    try (var file = OciPermissionsTest.class.getResourceAsStream("policies.txt")) {
      assertThat(file).isNotNull();
      return new String(file.readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .filter(line -> !line.startsWith("#"))
          .map(line -> line.split(" · ", -1))
          .collect(Collectors.toMap(parts -> parts[0], parts -> parts[1]));
    }
  }
}
