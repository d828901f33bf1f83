package io.weir.provider.gcp.account;

import io.weir.provider.CloudIdentity;
import io.weir.provider.CloudScope;
import io.weir.provider.gcp.api.GcpConstants;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A place in Google Cloud.
 *
 * @param project ID of the project
 * @param region such as {@code europe-west1}
 * @param endpoint address of Compute Engine; empty for its own
 */
public record GcpScope(String project, String region, String endpoint) {

  /** Says what an account is, as a bare ID could be anything. */
  private static final String PREFIX = "project:";

  private static final Pattern PROJECT =
      Pattern.compile("([a-z0-9.-]{1,60}:)?[a-z]([a-z0-9-]{0,61}[a-z0-9])?");
  private static final Pattern REGION = Pattern.compile("[a-z]{2,20}-[a-z]{2,30}[0-9]{1,3}");
  private static final Pattern ENDPOINT = Pattern.compile("https?://[A-Za-z0-9.:-]{1,255}");

  /** Whether a text can be the ID of a project. */
  static boolean isProject(String text) {
    return PROJECT.matcher(text).matches();
  }

  /** Whether a text can be the name of a region. */
  static boolean isRegion(String text) {
    return REGION.matcher(text).matches();
  }

  /** The scope of calls there. */
  CloudScope toCloudScope(CloudIdentity identity) {
    return ofProject(project, region, endpoint, identity);
  }

  static CloudScope ofProject(
      String project, String region, String parent, CloudIdentity identity) {
    return new CloudScope(GcpConstants.CLOUD, identity, PREFIX + project, region, parent);
  }

  /** The ID of the project of a scope; empty if it has none. */
  static String projectOf(CloudScope scope) {
    String account = scope.account();
    return account.startsWith(PREFIX) ? account.substring(PREFIX.length()) : "";
  }

  /** Reads {@link #toCloudScope}; empty if it is a place of another kind. */
  public static Optional<GcpScope> of(CloudScope scope) {
    String endpoint = scope.parentId();
    String project = projectOf(scope);
    return scope.cloud().equals(GcpConstants.CLOUD)
            && isProject(project)
            && isRegion(scope.region())
            && (endpoint.isEmpty() || ENDPOINT.matcher(endpoint).matches())
        ? Optional.of(new GcpScope(project, scope.region(), endpoint))
        : Optional.empty();
  }
}
