package io.weir.provider.azure.cloudconfig;

import io.weir.provider.CloudQuery;
import io.weir.provider.PrerequisiteException;
import io.weir.provider.QueryResult;
import io.weir.provider.azure.account.ResourcePath;
import java.time.Duration;
import java.util.regex.Pattern;

/**
 * By which client ID machines use an identity. One that does not exist has no answer, so that it is
 * asked for again once it was made.
 *
 * @param path its resource ID
 */
public record UserAssignedIdentityQuery(String path) implements CloudQuery {

  private static final String AZURE = "azure://";
  private static final Pattern IDENTITY =
      Pattern.compile(
          "(?i)/subscriptions/[0-9a-f-]{36}/resourceGroups/[^/]+/providers/Microsoft\\.ManagedIdentity/userAssignedIdentities/[^/]+");

  /** The answer. */
  public record ClientId(String value) implements QueryResult {}

  /**
   * The question about an identity that a pool names.
   *
   * @param providerId its resource ID, with or without {@code azure://} before it
   * @throws PrerequisiteException if it is none: it becomes the path of a request
   */
  static UserAssignedIdentityQuery of(String providerId) throws PrerequisiteException {
    String path = providerId.startsWith(AZURE) ? providerId.substring(AZURE.length()) : providerId;
    if (!IDENTITY.matcher(path).matches() || !ResourcePath.isOne(path)) {
      throw PrerequisiteException.invalid(
          "spec.userAssignedIdentities[0].providerID is not the resource ID of a user-assigned"
              + " identity, such as"
              + " /subscriptions/…/resourceGroups/…/providers/Microsoft.ManagedIdentity/userAssignedIdentities/…:"
              + " correct it");
    }
    return new UserAssignedIdentityQuery(path);
  }

  @Override
  public Duration maxAge() {
    return Duration.ofHours(1);
  }
}
