package io.weir.provider.aws.eks.calls;

import io.weir.provider.ProviderException;
import io.weir.provider.aws.account.calls.TokenPages;
import io.weir.provider.aws.eks.DesiredNodegroup.RemoteAccess;
import io.weir.provider.aws.eks.NodegroupSettings;
import io.weir.provider.aws.eks.NodegroupSize.Scaling;
import io.weir.provider.aws.eks.ObservedNodegroup;
import io.weir.provider.aws.group.ObservedGroup.TemplateReference;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.eks.model.AutoScalingGroup;
import software.amazon.awssdk.services.eks.model.DescribeNodegroupRequest;
import software.amazon.awssdk.services.eks.model.DescribeUpdateRequest;
import software.amazon.awssdk.services.eks.model.Issue;
import software.amazon.awssdk.services.eks.model.LaunchTemplateSpecification;
import software.amazon.awssdk.services.eks.model.ListNodegroupsRequest;
import software.amazon.awssdk.services.eks.model.Nodegroup;
import software.amazon.awssdk.services.eks.model.NodegroupScalingConfig;
import software.amazon.awssdk.services.eks.model.RemoteAccessConfig;
import software.amazon.awssdk.services.eks.model.Update;
import software.amazon.awssdk.services.eks.model.UpdateStatus;

/**
 * Reads the node groups of a cluster.
 *
 * @param cluster the EKS cluster; where it is gone, there are none
 */
record NodegroupReader(EksCalls calls, String cluster) {

  private static final int PAGE = 100;

  /** The names of all of them. */
  Set<String> names() throws ProviderException {
    return ProviderException.NotFound.asEmpty(this::list).orElse(Set.of());
  }

  private Set<String> list() throws ProviderException {
    var names = new TreeSet<String>();
    var pages = new TokenPages("ListNodegroups");
    Optional<String> next = Optional.empty();
    do {
      var page =
          calls.listNodegroups(
              ListNodegroupsRequest.builder()
                  .clusterName(cluster)
                  .maxResults(PAGE)
                  .nextToken(next.orElse(null))
                  .build());
      names.addAll(page.nodegroups());
      next = pages.next(page.nextToken());
    } while (next.isPresent());
    return names;
  }

  /** One of them; empty if there is none. */
  Optional<ObservedNodegroup> read(String name) throws ProviderException {
    var request =
        DescribeNodegroupRequest.builder().clusterName(cluster).nodegroupName(name).build();
    return ProviderException.NotFound.asEmpty(() -> calls.describeNodegroup(request))
        .map(NodegroupReader::fromSdk);
  }

  /** Why an update failed; empty if it has not, or is forgotten. */
  Optional<String> failure(String name, String update) throws ProviderException {
    var request =
        DescribeUpdateRequest.builder().name(cluster).nodegroupName(name).updateId(update).build();
    return ProviderException.NotFound.asEmpty(() -> calls.describeUpdate(request))
        .filter(found -> found.status() == UpdateStatus.FAILED)
        .map(NodegroupReader::failure);
  }

  private static String failure(Update update) {
    var said = new ArrayList<String>();
    update
        .errors()
        .forEach(
            error ->
                said.add("%s (%s)".formatted(error.errorMessage(), error.errorCodeAsString())));
    return "the last update failed: "
        + (said.isEmpty() ? "EKS does not say why" : String.join("; ", said));
  }

  static ObservedNodegroup fromSdk(Nodegroup found) {
    return new ObservedNodegroup(
        found.clusterName(),
        found.nodegroupName(),
        text(found.nodegroupArn()),
        text(found.statusAsString()),
        text(found.version()),
        text(found.releaseVersion()),
        settings(found),
        scaling(found.scalingConfig()),
        found.amiTypeAsString(),
        found.capacityTypeAsString(),
        found.diskSize(),
        found.instanceTypes(),
        found.subnets(),
        text(found.nodeRole()),
        access(found.remoteAccess()),
        template(found.launchTemplate()),
        found.tags(),
        issues(found),
        groups(found),
        found.createdAt() == null ? Instant.EPOCH : found.createdAt());
  }

  private static NodegroupSettings settings(Nodegroup found) {
    Map<String, String> taints = new TreeMap<>();
    found
        .taints()
        .forEach(
            taint ->
                taints.put(
                    NodegroupSettings.taintName(taint.key(), taint.effectAsString()),
                    text(taint.value())));
    var updates = found.updateConfig();
    var repair = found.nodeRepairConfig();
    return new NodegroupSettings(
        found.labels(),
        taints,
        updates == null ? null : updates.maxUnavailable(),
        updates == null ? null : updates.maxUnavailablePercentage(),
        repair != null && Boolean.TRUE.equals(repair.enabled()));
  }

  private static Scaling scaling(@Nullable NodegroupScalingConfig config) {
    return config == null
        ? new Scaling(0, 1, null)
        : new Scaling(
            config.minSize() == null ? 0 : config.minSize(),
            config.maxSize() == null ? 1 : config.maxSize(),
            config.desiredSize());
  }

  private static @Nullable RemoteAccess access(@Nullable RemoteAccessConfig config) {
    return config == null
        ? null
        : new RemoteAccess(config.ec2SshKey(), config.sourceSecurityGroups());
  }

  private static Optional<TemplateReference> template(@Nullable LaunchTemplateSpecification used) {
    return used == null || used.id() == null
        ? Optional.empty()
        : Optional.of(new TemplateReference(used.id(), text(used.name()), text(used.version())));
  }

  private static List<String> issues(Nodegroup found) {
    return found.health() == null
        ? List.of()
        : found.health().issues().stream().map(NodegroupReader::issue).toList();
  }

  /** Without the resources, which change with every try. */
  private static String issue(Issue issue) {
    return "%s (%s)".formatted(text(issue.message()), issue.codeAsString());
  }

  private static List<String> groups(Nodegroup found) {
    return found.resources() == null
        ? List.of()
        : found.resources().autoScalingGroups().stream().map(AutoScalingGroup::name).toList();
  }

  private static String text(@Nullable String text) {
    return text == null ? "" : text;
  }
}
