package io.weir.clouds.aws.iam;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.weir.clouds.Glob;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * An identity-based policy, as IAM reads one, as far as the operators go that it knows. What no
 * statement allows is denied, and so is what one denies.
 */
public final class AccessPolicy {
  private static final Set<String> OPERATORS =
      Set.of("StringEquals", "StringLike", "ArnLike", "Null");

  /**
   * A statement.
   *
   * @param actions patterns of actions
   * @param resources patterns of ARNs
   * @param conditions all of which must hold
   */
  private record Statement(
      boolean allows, List<String> actions, List<String> resources, List<Condition> conditions) {

    boolean covers(AccessRequest request) {
      return actions.stream().anyMatch(pattern -> Glob.matches(pattern, request.action()))
          && resources.stream().anyMatch(pattern -> Glob.matches(pattern, request.resource()))
          && conditions.stream().allMatch(condition -> condition.holds(request));
    }
  }

  /** One key and the values that it may have; a key that a request lacks has none. */
  private record Condition(String operator, String key, List<String> values) {

    boolean holds(AccessRequest request) {
      String value = request.context().get(key);
      return switch (operator) {
        case "Null" -> values.contains(String.valueOf(value == null));
        case "StringEquals" -> value != null && values.contains(value);
        default -> value != null && values.stream().anyMatch(one -> Glob.matches(one, value));
      };
    }
  }

  private final List<Statement> statements;

  private AccessPolicy(List<Statement> statements) {
    this.statements = List.copyOf(statements);
  }

  /**
   * Reads a policy document.
   *
   * @throws IllegalArgumentException if it has an element or an operator that is not known here
   */
  public static AccessPolicy parse(String document) {
    try {
      JsonNode tree = new ObjectMapper().readTree(document);
      return new AccessPolicy(
          tree.path("Statement").valueStream().map(AccessPolicy::statement).toList());
    } catch (JsonProcessingException malformed) {
      throw new IllegalArgumentException("not a policy document", malformed);
    }
  }

  /** Whether a request is allowed. */
  public boolean allows(AccessRequest request) {
    List<Statement> covering = statements.stream().filter(each -> each.covers(request)).toList();
    return !covering.isEmpty() && covering.stream().allMatch(Statement::allows);
  }

  private static Statement statement(JsonNode tree) {
    for (var element : tree.properties()) {
      if (!Set.of("Sid", "Effect", "Action", "Resource", "Condition").contains(element.getKey())) {
        throw new IllegalArgumentException("unknown element " + element.getKey());
      }
    }
    return new Statement(
        tree.path("Effect").asText().equals("Allow"),
        texts(tree.path("Action")),
        texts(tree.path("Resource")),
        conditions(tree.path("Condition")));
  }

  private static List<Condition> conditions(JsonNode tree) {
    var conditions = new ArrayList<Condition>();
    for (var operator : tree.properties()) {
      if (!OPERATORS.contains(operator.getKey())) {
        throw new IllegalArgumentException("unknown operator " + operator.getKey());
      }
      operator
          .getValue()
          .properties()
          .forEach(
              key ->
                  conditions.add(
                      new Condition(operator.getKey(), key.getKey(), texts(key.getValue()))));
    }
    return conditions;
  }

  private static List<String> texts(JsonNode oneOrMore) {
    return (oneOrMore.isArray() ? oneOrMore.valueStream() : Stream.of(oneOrMore))
        .map(JsonNode::asText)
        .toList();
  }
}
