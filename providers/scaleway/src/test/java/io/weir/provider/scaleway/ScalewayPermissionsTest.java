package io.weir.provider.scaleway;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.weir.api.Json;
import io.weir.provider.kit.CalledActions;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * The rule that the provider hands out, held against the calls and the set that each of them needs.
 */
class ScalewayPermissionsTest {

  /** What a permission set grants that is another one's, too. */
  private static final Map<String, Set<String>> INCLUDED =
      Map.of("KubernetesFullAccess", Set.of("KubernetesReadOnly"));

  @Test
  void everyCallHasItsSmallestPermissionSetAndNoSetIsWithoutACall() throws IOException {
    assertThat(setsByCall().keySet()).isEqualTo(CalledActions.of("scaleway").actions());
  }

  @Test
  void theRuleHasTheSetsThatTheCallsNeedAndNoOthers() throws IOException {
    Set<String> needed = new HashSet<>(setsByCall().values());
    needed.removeAll(
        needed.stream()
            .flatMap(set -> INCLUDED.getOrDefault(set, Set.of()).stream())
            .collect(Collectors.toSet()));

    assertThat(rules()).hasSize(1);
    assertThat(rules().path(0).path("permission_set_names"))
        .extracting(JsonNode::asText)
        .containsExactlyInAnyOrderElementsOf(needed);
  }

  @Test
  void theRuleIsBoundToOneProject() throws IOException {
    assertThat(rules().path(0).path("project_ids"))
        .extracting(JsonNode::asText)
        .containsExactly("PROJECT_ID");
    assertThat(rules().path(0).has("organization_id")).isFalse();
  }

  private static Map<String, String> setsByCall() throws IOException {
    try (var file = ScalewayPermissionsTest.class.getResourceAsStream("permission-sets.txt")) {
      assertThat(file).isNotNull();
      return new String(file.readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .filter(line -> !line.startsWith("#"))
          .map(line -> line.split(" · ", -1))
          .collect(Collectors.toMap(parts -> parts[0], parts -> parts[1]));
    }
  }

  private static JsonNode rules() throws IOException {
    String document = new ScalewayProviderFactory().permissions(Optional.empty()).orElseThrow();
    return Json.MAPPER.readTree(document).path("rules");
  }
}
