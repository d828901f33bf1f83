package io.weir.provider.aws.eks;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.ApiObject;
import io.weir.api.core.MachinePool;
import io.weir.provider.BootstrapData;
import io.weir.provider.KubernetesVersion;
import io.weir.provider.PoolInputs;
import io.weir.provider.PrerequisiteException;
import io.weir.provider.QueryCollector;
import io.weir.provider.QueryResults;
import io.weir.provider.RequiredBootstrapData;
import io.weir.provider.ResolveResult;
import io.weir.provider.aws.account.AwsScopeResolver;
import io.weir.provider.aws.api.AWSCluster;
import io.weir.provider.aws.api.AWSLaunchTemplate;
import io.weir.provider.aws.api.AWSManagedControlPlane;
import io.weir.provider.aws.api.AWSManagedMachinePool;
import io.weir.provider.aws.api.AwsConditions;
import io.weir.provider.aws.api.AwsMetadataKeys;
import io.weir.provider.aws.api.AwsReasons;
import io.weir.provider.aws.api.EksKeys;
import io.weir.provider.aws.eks.DesiredNodegroup.Fixed;
import io.weir.provider.aws.eks.DesiredNodegroup.RemoteAccess;
import io.weir.provider.aws.group.LifecycleHooks;
import io.weir.provider.aws.image.BootImage;
import io.weir.provider.aws.image.ImageQuery.ImageResult.ImageDetails;
import io.weir.provider.aws.image.ImageResolver;
import io.weir.provider.aws.network.AdditionalSecurityGroups;
import io.weir.provider.aws.network.SubnetResolver;
import io.weir.provider.aws.tag.DesiredTags;
import io.weir.provider.aws.tag.PoolTags;
import io.weir.provider.aws.tag.RequestedTags;
import io.weir.provider.aws.template.DesiredTemplate;
import io.weir.provider.aws.template.DesiredTemplateFactory;
import io.weir.provider.aws.template.LaunchTarget;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** From a pool's objects to what AWS should hold; pure. */
public final class EksDesiredStateResolver {

  private static final String AL2 = "AL2_x86_64";
  private static final String ITS_SUCCESSOR = "AL2023_x86_64_STANDARD";
  private static final String CUSTOM = "CUSTOM";
  private static final BootstrapData NONE = new BootstrapData("", "cloud-config", "");

  private final PoolInputs in;
  private final EksFeatures features;
  private final ApiObject controlPlaneObject;
  private final AWSManagedControlPlane controlPlane;
  private final AWSManagedMachinePool.Spec pool;
  private final String cluster;
  private final String name;
  private final Map<String, String> additional;
  private final List<String> remarks = new ArrayList<>();
  private final List<PrerequisiteException> problems = new ArrayList<>();
  private final Set<String> unknown = new TreeSet<>();

  private EksDesiredStateResolver(PoolInputs in, EksFeatures features)
      throws PrerequisiteException {
    this.in = in;
    this.features = features;
    this.cluster = AwsScopeResolver.resolveEks(in).parentId();
    this.controlPlaneObject = in.controlPlane(EksKeys.CONTROL_PLANE);
    this.controlPlane = controlPlaneObject.as(AWSManagedControlPlane.class);
    this.pool = in.pool().as(AWSManagedMachinePool.class).spec();
    this.name = nodegroupName(in.pool());
    this.additional =
        RequestedTags.of(
            cluster,
            controlPlaneObject,
            controlPlane.spec().additionalTags(),
            in.pool(),
            pool.additionalTags());
  }

  /** The name of a pool's node group. */
  public static String nodegroupName(ApiObject pool) {
    String named = pool.as(AWSManagedMachinePool.class).spec().eksNodegroupName();
    return named == null || named.isEmpty()
        ? EksKeys.nodegroupName(pool.namespace(), pool.name())
        : named;
  }

  /** The desired state, or the questions to ask first, or what is in the way. */
  public static ResolveResult<EksDesiredState> resolve(
      PoolInputs in, QueryResults known, EksFeatures features) {
    try {
      return new EksDesiredStateResolver(in, features).resolve(new QueryCollector(known));
    } catch (PrerequisiteException why) {
      return new ResolveResult.Blocked<>(why);
    }
  }

  private ResolveResult<EksDesiredState> resolve(QueryCollector queries)
      throws PrerequisiteException {
    if (!controlPlane.status().ready()) {
      problems.add(
          PrerequisiteException.waiting(
              AwsConditions.WAITING_FOR_EKS_CONTROL_PLANE,
              "AWSManagedControlPlane %s is not ready yet".formatted(controlPlaneObject.key())));
    }
    List<String> subnets = fixed(Fixed.SUBNETS, () -> subnets(queries)).orElse(List.of());
    DesiredRole role =
        known(() -> role(queries)).orElseGet(() -> new DesiredRole.Unusable(roleName()));
    Optional<DesiredTemplate> template = known(() -> template(queries));
    if (!queries.missing().isEmpty()) {
      return new ResolveResult.NeedsQueries<>(queries.missing());
    }
    AWSLaunchTemplate asked = pool.awsLaunchTemplate();
    boolean ownImage = asked != null && isOwnImage(asked);
    DesiredNodegroup nodegroup = nodegroup(subnets, ownImage);
    var desired =
        new EksDesiredState(
            nodegroup,
            problems.isEmpty(),
            asked != null,
            template,
            role,
            ownImage ? Optional.empty() : in.kubernetesVersion(),
            clusterVersion(),
            remarks);
    return mainProblem()
        .<ResolveResult<EksDesiredState>>map(
            why -> new ResolveResult.Blocked<>(why, Optional.of(desired)))
        .orElseGet(() -> new ResolveResult.Resolved<>(desired));
  }

  /** Finds a part; empty while AWS must be asked. */
  @FunctionalInterface
  private interface PartSupplier<T> {
    Optional<T> get() throws PrerequisiteException;
  }

  /** A part, if nothing is in the way: what is in the way of a part holds up no other. */
  private <T> Optional<T> known(PartSupplier<T> part) {
    try {
      return part.get();
    } catch (PrerequisiteException why) {
      problems.add(why);
      return Optional.empty();
    }
  }

  /** The same of a field that only the creation of a node group sets. */
  private <T> Optional<T> fixed(String field, PartSupplier<T> part) {
    int before = problems.size();
    Optional<T> found = known(part);
    if (problems.size() > before) {
      unknown.add(field);
    }
    return found;
  }

  /** What people must correct goes before what comes by itself. */
  private Optional<PrerequisiteException> mainProblem() {
    return problems.stream()
        .filter(PrerequisiteException::needsUserAction)
        .findFirst()
        .or(() -> problems.stream().findFirst());
  }

  private String clusterVersion() {
    String runs = controlPlane.status().version();
    String asked = controlPlane.spec().version();
    return runs != null && !runs.isEmpty() ? runs : asked == null ? "" : asked;
  }

  private DesiredNodegroup nodegroup(List<String> subnets, boolean ownImage)
      throws PrerequisiteException {
    var scaling = pool.scaling();
    Integer min = scaling == null ? null : scaling.minSize();
    Integer max = scaling == null ? null : scaling.maxSize();
    if (min != null && max != null && min > max) {
      throw invalid(
          "spec.scaling.minSize %d is more than maxSize %d: correct one".formatted(min, max));
    }
    var tags = new TreeMap<>(additional);
    tags.put(EksMarks.clusterTag(cluster), AwsMetadataKeys.OWNED);
    Optional<String> amiType = ownImage ? Optional.empty() : fixed(Fixed.AMI_TYPE, this::amiType);
    Optional<RemoteAccess> access = fixed(Fixed.REMOTE_ACCESS, this::remoteAccess);
    return new DesiredNodegroup(
        cluster,
        name,
        new Fixed(
            subnets,
            amiType.orElse(null),
            ownImage ? null : pool.amiType(),
            "spot".equals(pool.capacityType()) ? "SPOT" : "ON_DEMAND",
            pool.diskSize(),
            orNull(pool.instanceType()),
            access.orElse(null),
            orNull(pool.roleName()),
            unknown),
        settings(),
        new NodegroupSize(min, max, in.replicas(), in.hasExternallyManagedReplicas()),
        ownImage ? null : orNull(pool.amiVersion()),
        new DesiredTags(PoolTags.ofPool(tags, in.marks()), additional),
        LifecycleHooks.of(pool.lifecycleHooks()));
  }

  private NodegroupSettings settings() throws PrerequisiteException {
    var taints = new TreeMap<String, String>();
    for (var taint : pool.taints()) {
      taints.put(NodegroupSettings.taintName(taint.key(), effect(taint.effect())), taint.value());
    }
    JsonNode updates = in.pool().at("/spec/updateConfig");
    var repair = pool.nodeRepairConfig();
    return new NodegroupSettings(
        pool.labels(),
        taints,
        number(updates.path("maxUnavailable")),
        number(updates.path("maxUnavailablePercentage")),
        repair != null && Boolean.TRUE.equals(repair.enabled()));
  }

  private static String effect(String asked) throws PrerequisiteException {
    return switch (asked) {
      case "no-schedule" -> "NO_SCHEDULE";
      case "no-execute" -> "NO_EXECUTE";
      case "prefer-no-schedule" -> "PREFER_NO_SCHEDULE";
      default ->
          throw invalid(
              "spec.taints effect is %s; use no-schedule, no-execute or prefer-no-schedule"
                  .formatted(asked));
    };
  }

  /**
   * The image family of a new node group. The schema fills in Amazon Linux 2, which cannot be told
   * from what people wrote and has no image from Kubernetes 1.33 on: its successor then takes its
   * place.
   */
  private Optional<String> amiType() throws PrerequisiteException {
    String asked = pool.amiType();
    if (CUSTOM.equals(asked)) {
      throw invalid(
          "spec.amiType CUSTOM needs spec.awsLaunchTemplate, which has the image: name it in"
              + " ami.id, or have it looked up");
    }
    Optional<KubernetesVersion> version =
        KubernetesVersion.of(clusterVersion()).or(this::versionIfReadable);
    boolean ended = version.filter(of -> !EksDesiredState.hasAmazonLinux2(of)).isPresent();
    return Optional.ofNullable(AL2.equals(asked) && ended ? ITS_SUCCESSOR : asked);
  }

  private Optional<KubernetesVersion> versionIfReadable() {
    try {
      return in.kubernetesVersion();
    } catch (PrerequisiteException unreadable) {
      return Optional.empty();
    }
  }

  private Optional<RemoteAccess> remoteAccess() throws PrerequisiteException {
    var asked = pool.remoteAccess();
    if (asked == null) {
      return Optional.empty();
    }
    String key = orNull(asked.sshKeyName());
    String used = key == null ? orNull(controlPlane.spec().sshKeyName()) : key;
    if (asked.isPublic()) {
      return Optional.of(new RemoteAccess(used, List.of()));
    }
    var groups = new ArrayList<>(asked.sourceSecurityGroups());
    securityGroup(EksKeys.CLUSTER_SECURITY_GROUP).ifPresent(groups::add);
    if (controlPlane.spec().bastion().enabled()) {
      securityGroup(EksKeys.BASTION_SECURITY_GROUP).ifPresent(groups::add);
    }
    if (groups.isEmpty()) {
      throw invalid(
          "spec.remoteAccess names no sourceSecurityGroups and AWSManagedControlPlane %s has recorded none, for which EKS would let every address in: name some, or set spec.remoteAccess.public"
              .formatted(controlPlaneObject.key()));
    }
    return Optional.of(new RemoteAccess(used, groups));
  }

  private Optional<String> securityGroup(String role) {
    return Optional.ofNullable(controlPlane.status().networkStatus().securityGroups().get(role))
        .map(AWSCluster.SecurityGroup::id)
        .filter(id -> !id.isEmpty());
  }

  private Optional<List<String>> subnets(QueryCollector queries) throws PrerequisiteException {
    return pool.subnetIDs().isEmpty()
        ? new SubnetResolver(
                List.of(),
                pool.availabilityZones(),
                pool.availabilityZoneSubnetType(),
                in.machinePool().as(MachinePool.class).spec().failureDomains(),
                controlPlane.spec().network().subnets(),
                new SubnetResolver.SubnetSource(
                    "spec.subnetIDs", EksKeys.CONTROL_PLANE.kind(), controlPlaneObject.key()))
            .resolve(queries)
        : Optional.of(pool.subnetIDs());
  }

  private String roleName() {
    String asked = orNull(pool.roleName());
    return asked != null
        ? asked
        : features.enableIam() ? EksKeys.roleName(cluster, name) : EksKeys.DEFAULT_ROLE;
  }

  private Optional<DesiredRole> role(QueryCollector queries) throws PrerequisiteException {
    String used = roleName();
    String made = EksKeys.roleName(cluster, name);
    if (features.enableIam() && used.equals(made)) {
      DesiredRole ours = madeRole(made);
      // A role of this name that nobody made for the cluster is people's own.
      return queries
          .resultOf(new RoleQuery(made), RoleQuery.RoleResult.class)
          .map(
              found ->
                  found
                      .arn()
                      .filter(_ -> !EksMarks.areOfCluster(cluster, found.tags()))
                      .<DesiredRole>map(arn -> new DesiredRole.Given(made, arn))
                      .orElse(ours));
    }
    if (!pool.roleAdditionalPolicies().isEmpty()) {
      throw invalid(
          "spec.roleAdditionalPolicies is set, but Weir makes no role for this pool: attach the policies to the role yourself%s"
              .formatted(
                  features.enableIam()
                      ? ", or remove spec.roleName"
                      : ", or have an administrator turn the setting eks-enable-iam on"));
    }
    var answer = queries.resultOf(new RoleQuery(used), RoleQuery.RoleResult.class);
    if (answer.isPresent() && answer.get().arn().isEmpty()) {
      throw PrerequisiteException.needsUserAction(
          AwsReasons.ROLE_NOT_FOUND,
          "IAM role %s does not exist: create it, or name another in spec.roleName"
              .formatted(used));
    }
    return answer.flatMap(RoleQuery.RoleResult::arn).map(arn -> new DesiredRole.Given(used, arn));
  }

  private DesiredRole madeRole(String made) throws PrerequisiteException {
    if (!pool.roleAdditionalPolicies().isEmpty() && !features.allowAddRoles()) {
      throw invalid(
          "spec.roleAdditionalPolicies is set, but the setting eks-allow-add-roles is off: remove"
              + " it, or have an administrator turn that on");
    }
    String region = controlPlaneObject.at("/spec/region").asText("");
    var tags = new TreeMap<>(additional);
    tags.put(EksMarks.clusterTag(cluster), AwsMetadataKeys.OWNED);
    return new DesiredRole.Made(
        made,
        orNull(pool.rolePath()),
        orNull(pool.rolePermissionsBoundary()),
        NodePolicies.ec2(region),
        NodePolicies.of(region, pool.roleAdditionalPolicies()),
        new DesiredTags(PoolTags.ofPool(tags, in.marks()), additional));
  }

  /** Whether the template names the image: by ID, or as what is looked up for it. */
  private boolean isOwnImage(AWSLaunchTemplate asked) {
    return orNull(asked.ami().id()) != null || CUSTOM.equals(pool.amiType());
  }

  private Optional<DesiredTemplate> template(QueryCollector queries) throws PrerequisiteException {
    AWSLaunchTemplate asked = pool.awsLaunchTemplate();
    if (asked == null) {
      return Optional.empty();
    }
    boolean ownImage = isOwnImage(asked);
    BootImage image = ownImage ? ownImage(asked, queries) : imageOfEks();
    if (image.missing().isPresent()) {
      throw image.missing().get();
    }
    var additionalGroups = new AdditionalSecurityGroups(asked.additionalSecurityGroups());
    Optional<List<String>> more = additionalGroups.resolve(queries);
    if (!image.isResolved() || more.isEmpty()) {
      return Optional.empty();
    }
    List<String> groups = securityGroups(more.get());
    String templateName = EksKeys.templateName(controlPlaneObject.name(), in.pool().name());
    Map<String, String> common = PoolTags.common(cluster, templateName, additional);
    var tags = new TreeMap<>(PoolTags.ofPool(common, in.marks()));
    tags.put(EksKeys.NODEGROUP_TAG, name);
    return Optional.of(
        new DesiredTemplateFactory(
                templateName,
                asked,
                withoutVersion(in.machinePool()),
                bootstrap(ownImage),
                new DesiredTags(tags, additional),
                common,
                LaunchTarget.BY_ANOTHER_SERVICE)
            .create(image, groups, groups));
  }

  private BootImage ownImage(AWSLaunchTemplate asked, QueryCollector queries) {
    String wanted = in.machinePool().at("/spec/template/spec/version").asText("");
    String version = wanted.isEmpty() ? clusterVersion() : wanted;
    AWSCluster.Spec lookedUp = controlPlaneObject.as(AWSCluster.class).spec();
    return BootImage.of(new ImageResolver(asked, lookedUp, version, true), queries);
  }

  /** EKS fills in its own image; all of them name their root device alike. */
  private BootImage imageOfEks() {
    boolean windows = pool.amiType() != null && pool.amiType().startsWith("WINDOWS");
    var details = new ImageDetails("", windows ? "/dev/sda1" : "/dev/xvda");
    return new BootImage(Optional.of(details), details, Optional.empty(), Optional.empty());
  }

  /**
   * Those of the cluster's nodes, and the pool's further ones. Without any EKS gives nodes that of
   * the cluster; with some it does not, so that nodes with further ones alone could not join.
   */
  private List<String> securityGroups(List<String> more) throws PrerequisiteException {
    var groups = new ArrayList<String>();
    securityGroup(AwsMetadataKeys.NODE_ROLE).ifPresent(groups::add);
    securityGroup(EksKeys.ADDITIONAL_NODE_SECURITY_GROUP).ifPresent(groups::add);
    if (groups.isEmpty() && !more.isEmpty()) {
      groups.add(
          securityGroup(EksKeys.CLUSTER_SECURITY_GROUP)
              .orElseThrow(
                  () ->
                      PrerequisiteException.needsUserAction(
                          AwsReasons.SECURITY_GROUPS_NOT_FOUND,
                          "AWSManagedControlPlane %s has recorded no security group for nodes in status.networkStatus.securityGroups, so that nodes with spec.awsLaunchTemplate.additionalSecurityGroups alone could not join: remove those"
                              .formatted(controlPlaneObject.key()))));
    }
    groups.addAll(more);
    return groups;
  }

  /**
   * What nodes run at first boot. An image of one's own needs it; where EKS chooses the image it
   * merges its own data with ours, for which it takes MIME parts only. What is asked for is waited
   * for, or all nodes would be replaced when it comes.
   */
  private BootstrapData bootstrap(boolean ownImage) throws PrerequisiteException {
    if (!ownImage && !asksForData()) {
      return NONE;
    }
    BootstrapData given = RequiredBootstrapData.of(in);
    if (ownImage || isMime(given)) {
      return given;
    }
    remarks.add(
        "the bootstrap data is not used: EKS joins nodes of its own images itself, and takes data"
            + " in MIME parts only");
    return NONE;
  }

  private boolean asksForData() {
    var bootstrap = in.machinePool().as(MachinePool.class).spec().template().spec().bootstrap();
    return bootstrap.configRef() != null || orNull(bootstrap.dataSecretName()) != null;
  }

  private static boolean isMime(BootstrapData data) {
    String text = new String(data.bytes(), StandardCharsets.UTF_8).stripLeading();
    return text.startsWith("MIME-Version:") || text.startsWith("Content-Type: multipart/");
  }

  /** EKS rolls nodes for another version itself, for which no template is made anew. */
  private static ApiObject withoutVersion(ApiObject machinePool) {
    ObjectNode copy = machinePool.copyTree();
    if (copy.at("/spec/template/spec") instanceof ObjectNode spec) {
      spec.remove("version");
    }
    return new ApiObject(copy);
  }

  private static @Nullable Integer number(JsonNode asked) {
    return asked.canConvertToInt() && asked.isIntegralNumber() ? asked.intValue() : null;
  }

  private static PrerequisiteException invalid(String message) {
    return PrerequisiteException.needsUserAction(AwsReasons.INVALID, message);
  }

  private static @Nullable String orNull(@Nullable String text) {
    return text == null || text.isEmpty() ? null : text;
  }
}
