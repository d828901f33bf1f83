package io.weir.provider.gcp.account;

import io.weir.provider.CloudIdentity;
import io.weir.provider.CloudScope;
import io.weir.provider.gcp.api.GcpConstants;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A GKE cluster: node pools have names of their own in it only.
 *
 * @param project ID of the project
 * @param location region or zone of the cluster; nothing is found in another one
 * @param cluster name of the cluster
 * @param endpoint address of Kubernetes Engine; empty for its own
 * @param computeEndpoint address of Compute Engine; empty for its own
 */
public record GkeScope(
    String project, String location, String cluster, String endpoint, String computeEndpoint) {

  private static final String ADDRESS = "((?:https?://[A-Za-z0-9.:-]{1,255})?)";
  private static final String NAME = "[a-z][a-z0-9-]{0,39}";
  private static final Pattern PARENT =
      Pattern.compile("clusters/(%s)(?:\\(%s\\)\\(%s\\))?".formatted(NAME, ADDRESS, ADDRESS));

  /** Whether a text can be the name of a cluster. */
  static boolean isName(String text) {
    return text.matches(NAME);
  }

  /** Whether a text can be a region or a zone. */
  static boolean isLocation(String text) {
    return GcpScope.isRegion(region(text));
  }

  private static String region(String location) {
    return location.replaceFirst("-[a-z]$", "");
  }

  /** The scope of calls to the cluster. */
  CloudScope toCloudScope(CloudIdentity identity) {
    String addresses =
        endpoint.isEmpty() && computeEndpoint.isEmpty()
            ? ""
            : "(%s)(%s)".formatted(endpoint, computeEndpoint);
    return GcpScope.ofProject(project, location, "clusters/" + cluster + addresses, identity);
  }

  /** Reads {@link #toCloudScope}; empty if it is a place of another kind. */
  public static Optional<GkeScope> of(CloudScope scope) {
    Matcher parent = PARENT.matcher(scope.parentId());
    String project = GcpScope.projectOf(scope);
    return scope.cloud().equals(GcpConstants.CLOUD)
            && GcpScope.isProject(project)
            && isLocation(scope.region())
            && parent.matches()
        ? Optional.of(
            new GkeScope(
                project,
                scope.region(),
                parent.group(1),
                Objects.requireNonNullElse(parent.group(2), ""),
                Objects.requireNonNullElse(parent.group(3), "")))
        : Optional.empty();
  }

  /** The path of the cluster. */
  public String path() {
    return "projects/%s/locations/%s/clusters/%s".formatted(project, location, cluster);
  }

  /** Where its machines are. */
  public GcpScope machines() {
    return new GcpScope(project, region(location), computeEndpoint);
  }
}
