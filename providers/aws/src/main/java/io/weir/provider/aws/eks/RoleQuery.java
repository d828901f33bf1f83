package io.weir.provider.aws.eks;

import io.weir.provider.CloudQuery;
import io.weir.provider.QueryResult;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/** The IAM role of a name; answered by {@link RoleResult}. */
public record RoleQuery(String name) implements CloudQuery {

  private static final Duration USER_EDITABLE_MAX_AGE = Duration.ofMinutes(10);

  @Override
  public Duration maxAge() {
    return USER_EDITABLE_MAX_AGE;
  }

  /**
   * Answers {@link RoleQuery}.
   *
   * @param arn its ARN; empty if there is none
   * @param tags its tags
   */
  public record RoleResult(Optional<String> arn, Map<String, String> tags) implements QueryResult {
    public RoleResult {
      tags = Map.copyOf(tags);
    }
  }
}
