package io.weir.provider.azure;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The role that the provider hands out, held against the calls and what Azure asks for beside. */
class AzurePermissionsTest {

  private final PermissionsRole role = PermissionsRole.shipped();

  @Test
  void whatIsCalledIsAllowedOrExplainedAndNothingElse() {
    var expected = new TreeSet<>(role.actionsForCalls().values());
    expected.addAll(role.impliedActions().keySet());

    assertThat(role.actions())
        .doesNotHaveDuplicates()
        .containsExactlyInAnyOrderElementsOf(expected);
  }

  @Test
  void whatIsAllowedBesideIsAskedForByACall() {
    Set<String> calls =
        role.actionsForCalls().keySet().stream()
            .map(call -> call.substring(call.indexOf(':') + 1))
            .collect(Collectors.toSet());

    assertThat(role.impliedActions()).isNotEmpty();
    assertThat(role.impliedActions().values())
        .allSatisfy(askedForBy -> assertThat(calls).containsAll(askedForBy));
  }

  @Test
  void nothingIsAllowedByAPattern() {
    assertThat(role.actions())
        .allMatch(action -> action.matches("Microsoft(\\.[A-Za-z]+)(/[A-Za-z]+)+"));
  }

  @Test
  void nobodyIsGivenTheRightToAssignRoles() {
    assertThat(role.actions()).noneMatch(action -> action.startsWith("Microsoft.Authorization"));
    assertThat(role.actionsByHand()).isNotEmpty();
  }

  @Test
  void theRoleIsBoundToOneSubscription() {
    JsonNode document = role.document();

    assertThat(document.path("IsCustom").asBoolean()).isTrue();
    assertThat(document.path("AssignableScopes"))
        .extracting(JsonNode::asText)
        .containsExactly("/subscriptions/SUBSCRIPTION_ID");
    assertThat(List.of("NotActions", "DataActions", "NotDataActions"))
        .allSatisfy(field -> assertThat(document.path(field)).isEmpty());
  }

  @Test
  void everyActionIsExplained() throws Exception {
    String explained = Files.readString(Path.of("..", "..", "docs", "clouds", "azure.md"));

    assertThat(role.actions()).allSatisfy(action -> assertThat(explained).contains(action));
    assertThat(role.actionsByHand()).allSatisfy(action -> assertThat(explained).contains(action));
  }
}
