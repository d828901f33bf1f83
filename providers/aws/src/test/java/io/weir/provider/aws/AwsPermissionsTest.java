package io.weir.provider.aws;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.weir.provider.kit.CalledActions;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The policy document, held against the calls and what AWS's references say they imply. */
class AwsPermissionsTest {

  private final PermissionsDocument document = PermissionsDocument.shipped();
  private final CalledActions called = CalledActions.of("aws");

  /**
   * A line of {@code implied-actions.txt}.
   *
   * @param statement that allows it
   * @param askedForBy the calls beside which it is asked for
   */
  private record ImpliedAction(String statement, String action, Set<String> askedForBy) {

    static ImpliedAction parse(String line) {
      String[] parts = line.split(" · ", -1);
      return new ImpliedAction(parts[0], parts[1], Set.of(parts[2].split(", ", -1)));
    }
  }

  @Test
  void whatIsCalledIsAllowedAndNothingElse() {
    assertThat(document.actionsForCalls()).isEqualTo(called.actions());
  }

  @Test
  void whatIsAllowedBesideIsImpliedByACall() throws IOException {
    List<ImpliedAction> implied = impliedActions();

    assertThat(document.implied())
        .extracting(PermissionsDocument::sid)
        .containsExactlyElementsOf(implied.stream().map(ImpliedAction::statement).toList());
    assertThat(document.implied().stream().flatMap(PermissionsDocument::actions))
        .containsExactlyElementsOf(implied.stream().map(ImpliedAction::action).toList());
    assertThat(implied)
        .allSatisfy(each -> assertThat(called.actions()).containsAll(each.askedForBy()));
  }

  @Test
  void everyStatementAllowsAndNamesWhatItAllows() {
    assertThat(document.statements())
        .allSatisfy(
            statement -> {
              assertThat(statement.path("Effect").asText()).isEqualTo("Allow");
              assertThat(PermissionsDocument.actions(statement))
                  .isNotEmpty()
                  .allMatch(action -> action.matches("[a-z0-9]+:[A-Za-z]+"));
            });
  }

  @Test
  void everyWriteIsBoundToTheMarkOrToAPurpose() {
    for (JsonNode statement : document.statements()) {
      if (isRead(statement)) {
        continue;
      }
      String name = PermissionsDocument.sid(statement);
      String bound = statement.path("Condition").toString();
      if (document.implied().contains(statement)) {
        assertThat(bound).as(name).containsAnyOf("CreateAction", "PassedToService", "ServiceName");
      } else if (name.equals("Launch")) {
        // What a launch takes beside the template carries no mark; the template must.
        assertThat(bound).as(name).contains("\"ec2:LaunchTemplate\"");
      } else {
        assertThat(bound)
            .as(name)
            .containsPattern(
                "\"aws:(Request|Resource)Tag/weir.io/management-cluster\":\""
                    + PoolFixture.MANAGEMENT_CLUSTER
                    + "\"");
      }
    }
  }

  @Test
  void everyStatementIsExplained() throws IOException {
    String explained = Files.readString(Path.of("..", "..", "docs", "permissions.md"));

    assertThat(document.statements())
        .allSatisfy(
            statement ->
                assertThat(explained).contains("`" + PermissionsDocument.sid(statement) + "`"));
  }

  private static boolean isRead(JsonNode statement) {
    return PermissionsDocument.actions(statement)
        .allMatch(action -> action.matches("[a-z0-9]+:(Describe|Get|List).*"));
  }

  private static List<ImpliedAction> impliedActions() throws IOException {
    try (var file = AwsPermissionsTest.class.getResourceAsStream("implied-actions.txt")) {
      assertThat(file).isNotNull();
      return new String(file.readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .filter(line -> !line.startsWith("#"))
          .map(ImpliedAction::parse)
          .toList();
    }
  }
}
