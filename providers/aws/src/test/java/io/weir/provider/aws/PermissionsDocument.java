package io.weir.provider.aws;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.Json;
import io.weir.clouds.aws.iam.AccessPolicy;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The policy document that the provider hands out for the management cluster of the tests. */
final class PermissionsDocument {

  private static final String IMPLIED = "Implied";

  private final ObjectNode document;

  private PermissionsDocument(ObjectNode document) {
    this.document = document;
  }

  static PermissionsDocument shipped() {
    try {
      return new PermissionsDocument(
          (ObjectNode)
              Json.MAPPER.readTree(
                  new AwsProviderFactory()
                      .permissions(Optional.of(PoolFixture.MANAGEMENT_CLUSTER))
                      .orElseThrow()));
    } catch (JsonProcessingException malformed) {
      throw new AssertionError(malformed);
    }
  }

  List<JsonNode> statements() {
    return document.path("Statement").valueStream().toList();
  }

  /** Those for what AWS asks for beside a call, by their names. */
  List<JsonNode> implied() {
    return statements().stream().filter(PermissionsDocument::isImplied).toList();
  }

  /** What is allowed because it is called. */
  Set<String> actionsForCalls() {
    return statements().stream()
        .filter(statement -> !isImplied(statement))
        .flatMap(PermissionsDocument::actions)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** As the simulated AWS takes it, with some of the statements only. */
  AccessPolicy policyOf(Predicate<JsonNode> which) {
    ObjectNode kept = document.deepCopy();
    ArrayNode statements = kept.putArray("Statement");
    statements().stream().filter(which).forEach(statements::add);
    return AccessPolicy.parse(kept.toString());
  }

  static String sid(JsonNode statement) {
    return statement.path("Sid").asText();
  }

  static Stream<String> actions(JsonNode statement) {
    JsonNode oneOrMore = statement.path("Action");
    return (oneOrMore.isArray() ? oneOrMore.valueStream() : Stream.of(oneOrMore))
        .map(JsonNode::asText);
  }

  private static boolean isImplied(JsonNode statement) {
    return sid(statement).startsWith(IMPLIED);
  }
}
