package io.weir.provider.azure.machinepool;

import com.fasterxml.jackson.databind.JsonNode;
import io.weir.api.ApiObject;
import io.weir.api.Excerpt;
import io.weir.api.MetadataKeys;
import io.weir.api.core.MachinePool;
import io.weir.provider.BootstrapData;
import io.weir.provider.PoolMarks;
import io.weir.provider.PrerequisiteException;
import io.weir.provider.QueryCollector;
import io.weir.provider.RequiredBootstrapData;
import io.weir.provider.RolloutPreferences;
import io.weir.provider.azure.account.AzureEnvironment;
import io.weir.provider.azure.account.AzureScope;
import io.weir.provider.azure.account.ResourcePath;
import io.weir.provider.azure.api.AzureCluster;
import io.weir.provider.azure.api.AzureMachinePool;
import io.weir.provider.azure.api.AzureMachineTemplate;
import io.weir.provider.azure.image.ImageResolver;
import io.weir.provider.azure.image.MachineImage;
import io.weir.provider.azure.scaleset.BootstrapExtension;
import io.weir.provider.azure.scaleset.CustomData;
import io.weir.provider.azure.scaleset.DesiredScaleSet;
import io.weir.provider.azure.scaleset.DesiredScaleSet.Placement;
import io.weir.provider.azure.scaleset.RoleAssignment;
import io.weir.provider.azure.scaleset.ScaleSetModel;
import io.weir.provider.azure.scaleset.ScaleSetModelFactory;
import io.weir.provider.azure.scaleset.ScaleSetTags;
import io.weir.provider.azure.size.VmSize;
import io.weir.provider.azure.size.VmSizeQuery;
import io.weir.provider.azure.size.VmSizeQuery.VmSizeResult;
import io.weir.provider.azure.size.VmSizeRules;
import io.weir.provider.fingerprint.CanonicalDigest;
import io.weir.provider.fingerprint.InstanceRevision;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What a pool's scale set should be.
 *
 * @param pool the AzureMachinePool
 * @param machinePool the MachinePool
 * @param clusterName name of the Cluster
 * @param cluster what the AzureCluster says
 * @param azureScope where the set is
 * @param bootstrap what machines run at first boot
 * @param marks what the set is marked with
 * @param replicas how many machines are wanted
 * @param externallySized whether somebody else decides how many there are
 * @param settings what holds for all pools
 */
public record DesiredScaleSetFactory(
    ApiObject pool,
    ApiObject machinePool,
    String clusterName,
    AzureCluster.Spec cluster,
    AzureScope azureScope,
    BootstrapData bootstrap,
    PoolMarks marks,
    int replicas,
    boolean externallySized,
    AzurePoolSettings settings) {

  private static final int ONE_FAULT_DOMAIN = 1;
  private static final String ANY_ORDER = "Random";
  static final Pattern GUID = Pattern.compile("[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}");

  private static final Pattern ROLE =
      Pattern.compile(
          "(?i)(/subscriptions/[0-9a-f-]{36}|/providers/Microsoft\\.Management/managementGroups/[^/]+)?"
              + "/providers/Microsoft\\.Authorization/roleDefinitions/("
              + GUID
              + ")");

  /**
   * All that was asked for, in the form that a digest is made of. Of the network it is the pool's
   * own words: what the cluster's subnet or load balancer is reaches new machines only.
   */
  private record RevisionInput(
      Object model,
      Object image,
      List<AzureMachineTemplate.NetworkInterface> interfaces,
      String kubernetes) {}

  /**
   * The set; empty if the cloud must be asked first.
   *
   * @throws PrerequisiteException if something is missing or wrong, with what to do about it
   */
  public Optional<DesiredScaleSet> resolve(QueryCollector queries) throws PrerequisiteException {
    AzureMachinePool.Spec spec = spec();
    var images =
        new ImageResolver(
            spec.template().image(),
            isWindows(),
            azureScope.location(),
            version(),
            pool.annotations());
    Optional<MachineImage> image = images.resolve(queries);
    Optional<VmSize> size = size(queries);
    if (image.isEmpty() || size.isEmpty()) {
      return Optional.empty();
    }
    VmSizeRules.check(size.get(), azureScope.location(), demands());
    String name = ScaleSetNames.of(pool);
    var interfaces = interfaces(size.get().can(VmSizeRules.ACCELERATED_NETWORKING));
    Optional<BootstrapExtension> extension = bootstrapExtension(size.get());
    var models = new ScaleSetModelFactory(name, spec, interfaces, extension);
    ScaleSetModel model = models.create(image.get());
    var customData = CustomData.of(bootstrap);
    return Optional.of(
        new DesiredScaleSet(
            name,
            placement(),
            replicas,
            externallySized,
            model,
            customData,
            revision(models, images, customData),
            ScaleSetTags.of(clusterName, name, marks, additionalTags()),
            role(),
            rolloutPreferences(),
            RequiredBootstrapData.staleReason(machinePool, bootstrap)));
  }

  private AzureMachinePool.Spec spec() {
    return pool.as(AzureMachinePool.class).spec();
  }

  private boolean isWindows() {
    return spec().template().osDisk().osType().equals("Windows");
  }

  private List<String> zones() {
    return machinePool.as(MachinePool.class).spec().failureDomains();
  }

  private Optional<VmSize> size(QueryCollector queries) throws PrerequisiteException {
    String name = spec().template().vmSize();
    Optional<VmSizeResult> answer =
        queries.resultOf(new VmSizeQuery(azureScope.location(), name), VmSizeResult.class);
    if (answer.isPresent() && answer.get().size().isEmpty()) {
      throw VmSizeRules.unknown(name, azureScope.location());
    }
    return answer.flatMap(VmSizeResult::size);
  }

  private VmSizeRules.Demands demands() {
    AzureMachineTemplate template = spec().template();
    return new VmSizeRules.Demands(
        zones(),
        template.osDisk().diffDiskSettings() != null,
        template.securityProfile() != null && template.securityProfile().encryptionAtHost() != null,
        ScaleSetModelFactory.wantsUltraDisks(template));
  }

  private List<ScaleSetModelFactory.NetworkInterface> interfaces(boolean canBeFast)
      throws PrerequisiteException {
    return new NetworkResolver(azureScope, cluster, NetworkResolver.asked(spec()), canBeFast)
        .resolve();
  }

  /** Its publisher serves the public cloud only. */
  private Optional<BootstrapExtension> bootstrapExtension(VmSize size) {
    boolean wanted = Boolean.FALSE.equals(spec().template().disableVMBootstrapExtension());
    boolean served = azureScope.environment() == AzureEnvironment.PUBLIC;
    boolean arm = "Arm64".equalsIgnoreCase(size.capabilities().get("CpuArchitectureType"));
    return wanted && served
        ? Optional.of(new BootstrapExtension(isWindows(), arm))
        : Optional.empty();
  }

  private Placement placement() {
    AzureMachinePool.Spec spec = spec();
    List<String> zones = zones();
    return new Placement(
        azureScope.location(),
        spec.isFlexible(),
        zones,
        zones.size() > 1 ? spec.zoneBalance() : null,
        faultDomains(spec));
  }

  private static @Nullable Integer faultDomains(AzureMachinePool.Spec spec) {
    Integer asked = spec.platformFaultDomainCount();
    return asked == null && spec.isFlexible() ? Integer.valueOf(ONE_FAULT_DOMAIN) : asked;
  }

  private InstanceRevision revision(
      ScaleSetModelFactory models, ImageResolver images, CustomData customData)
      throws PrerequisiteException {
    var nowhere =
        new ScaleSetModelFactory(
            models.name(), models.spec(), List.of(), models.bootstrapExtension());
    Object model = nowhere.create(MachineImage.NONE).content();
    String digest =
        CanonicalDigest.of(
            new RevisionInput(model, images.wording(), NetworkResolver.asked(spec()), version()));
    return new InstanceRevision(
        digest,
        bootstrap.inputDigest().isEmpty() ? customData.sha256() : bootstrap.inputDigest(),
        machinePool
            .annotation(MetadataKeys.ROLL_ON_BOOTSTRAP_CHANGE)
            .filter(value -> !value.equals("false"))
            .isPresent());
  }

  private Map<String, String> additionalTags() throws PrerequisiteException {
    return RequestedTags.of(clusterName, cluster.additionalTags(), pool, spec().additionalTags());
  }

  private Optional<RoleAssignment> role() throws PrerequisiteException {
    if (!"SystemAssigned".equals(spec().identity())) {
      return Optional.empty();
    }
    AzureMachinePool.SystemAssignedIdentityRole asked =
        Objects.requireNonNullElse(
                spec().systemAssignedIdentityRole(),
                AzureMachinePool.SystemAssignedIdentityRole.EMPTY)
            .withDefaults(azureScope.subscription());
    String name = asked.name();
    if (name == null || name.isEmpty()) {
      // Admission gives one; another in each pass would make assignments without end.
      throw PrerequisiteException.invalid(
          "spec.systemAssignedIdentityRole.name is empty: set it to a new GUID");
    }
    if (!GUID.matcher(name).matches()) {
      throw invalidRole("name", name, "is not a GUID: set it to one");
    }
    String scope = Objects.requireNonNull(asked.scope());
    String within = scope.endsWith("/") ? scope.substring(0, scope.length() - 1) : scope;
    String whole = azureScope.subscriptionPath();
    if (!ResourcePath.isOne(within) || !ResourcePath.isWithin(within, whole)) {
      throw invalidRole(
          "scope",
          scope,
          "is not a resource ID within the cluster's subscription: set it to one that begins with %s/, or remove it for all of the subscription"
              .formatted(whole));
    }
    String definition = Objects.requireNonNull(asked.definitionID());
    Matcher role = ROLE.matcher(definition);
    if (!ResourcePath.isOne(definition) || !role.matches()) {
      throw invalidRole(
          "definitionID",
          definition,
          "is not the resource ID of a role: set it to one, or remove it for Contributor");
    }
    Optional<String> refusal = settings.assignableRoles().refusal(role.group(2));
    if (refusal.isPresent()) {
      throw invalidRole("definitionID", definition, refusal.get());
    }
    return Optional.of(new RoleAssignment(name, scope, definition));
  }

  /** Its parts become the path and the body of a request, and not every pool was reviewed. */
  private static PrerequisiteException invalidRole(String field, String value, String remedy) {
    return PrerequisiteException.invalid(
        "spec.systemAssignedIdentityRole.%s %s %s".formatted(field, Excerpt.of(value), remedy));
  }

  /** As upstream reads them: a strategy without this block replaces in any order. */
  private RolloutPreferences rolloutPreferences() {
    AzureMachinePool.Strategy strategy = spec().strategy();
    AzureMachinePool.RollingUpdate asked = strategy.rollingUpdate();
    if (asked != null) {
      return new RolloutPreferences(
          text(asked.maxSurge()),
          text(asked.maxUnavailable()),
          Optional.of(Objects.requireNonNullElse(asked.deletePolicy(), ANY_ORDER)),
          keepsOutdated());
    }
    boolean said = !strategy.equals(AzureMachinePool.Strategy.EMPTY);
    return new RolloutPreferences(
        Optional.empty(),
        Optional.empty(),
        said ? Optional.of(ANY_ORDER) : Optional.empty(),
        keepsOutdated());
  }

  /** Admission refuses other values, which leave it to the gate. */
  private boolean keepsOutdated() {
    return switch (pool.annotation(MetadataKeys.SKIP_MODEL_RECONCILIATION).orElse("")) {
      case "true" -> true;
      case "false" -> false;
      default -> settings.keepsOutdated();
    };
  }

  private static Optional<String> text(@Nullable JsonNode value) {
    return Optional.ofNullable(value).filter(each -> !each.isNull()).map(JsonNode::asText);
  }

  private String version() {
    return RequiredBootstrapData.version(machinePool);
  }
}
