package io.weir.provider.azure.machinepool;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.ApiObject;
import io.weir.api.Json;
import io.weir.provider.BootstrapData;
import io.weir.provider.CloudQuery;
import io.weir.provider.PoolMarks;
import io.weir.provider.PrerequisiteException;
import io.weir.provider.QueryCollector;
import io.weir.provider.QueryResult;
import io.weir.provider.azure.account.AzureEnvironment;
import io.weir.provider.azure.account.AzureScope;
import io.weir.provider.azure.api.AzureCluster;
import io.weir.provider.azure.image.MarketplaceVersionsQuery;
import io.weir.provider.azure.image.MarketplaceVersionsQuery.MarketplaceVersions;
import io.weir.provider.azure.scaleset.DesiredScaleSet;
import io.weir.provider.azure.size.VmSize;
import io.weir.provider.azure.size.VmSizeQuery;
import io.weir.provider.azure.size.VmSizeQuery.VmSizeResult;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * A pool as a file of golden data describes it: its objects, what the cloud says of its VM size,
 * and what upstream's provider made of it. Each test changes a copy.
 */
public final class PoolFixture {

  /** Of a manager that was told nothing. */
  public static final AzurePoolSettings NOTHING_SAID =
      new AzurePoolSettings(AssignableRoles.DEFAULT, false);

  private static final Set<String> ZONES = Set.of("1", "2", "3");

  private final ObjectNode golden;
  private String inputDigest = "inputs";
  private String dataVersion = "";
  private boolean externallySized;
  private AzurePoolSettings settings = NOTHING_SAID;
  private List<String> marketplace = List.of();
  private final Map<String, String> annotations = new TreeMap<>();

  private PoolFixture(ObjectNode golden) {
    this.golden = golden;
  }

  /** The pool of this golden file. */
  public static PoolFixture of(String name) {
    String file = "/upstream/scaleset-%s.json".formatted(name);
    try (InputStream in =
        Objects.requireNonNull(PoolFixture.class.getResourceAsStream(file), file)) {
      return new PoolFixture((ObjectNode) Json.MAPPER.readTree(in));
    } catch (IOException unreadable) {
      throw new AssertionError(file, unreadable);
    }
  }

  /** The plainest one. */
  public static PoolFixture plain() {
    return of("plain");
  }

  /** With other fields of {@code spec}. */
  public PoolFixture withSpec(Consumer<ObjectNode> change) {
    change.accept((ObjectNode) golden.path("azureMachinePool").path("specAfterDefaults"));
    return this;
  }

  /** With other fields of {@code spec.template}. */
  public PoolFixture withTemplate(Consumer<ObjectNode> change) {
    return withSpec(spec -> change.accept((ObjectNode) spec.path("template")));
  }

  /** With other fields of {@code spec.template}, as JSON. */
  public PoolFixture withTemplate(String json) {
    return withTemplate(template -> template.setAll((ObjectNode) read(json)));
  }

  /** With other values of the cluster. */
  public PoolFixture withCluster(Consumer<ObjectNode> change) {
    change.accept((ObjectNode) golden.path("cluster"));
    return this;
  }

  public PoolFixture withReplicas(int replicas) {
    ((ObjectNode) golden.path("machinePool")).put("replicas", replicas);
    return this;
  }

  public PoolFixture withVersion(String version) {
    ((ObjectNode) golden.path("machinePool")).put("version", version);
    return this;
  }

  public PoolFixture withZones(String... zones) {
    ArrayNode list = ((ObjectNode) golden.path("machinePool")).putArray("failureDomains");
    List.of(zones).forEach(list::add);
    return this;
  }

  public PoolFixture withBootstrapData(String data) {
    ((ObjectNode) golden.path("machinePool")).put("bootstrapData", data);
    return this;
  }

  public PoolFixture withInputDigest(String digest) {
    inputDigest = digest;
    return this;
  }

  public PoolFixture withDataOfVersion(String version) {
    dataVersion = version;
    return this;
  }

  public PoolFixture withCapability(String name, String value) {
    ((ObjectNode) golden.path("vmSizeCapabilities")).put(name, value);
    return this;
  }

  public PoolFixture externallySized() {
    externallySized = true;
    return this;
  }

  public PoolFixture withAssignableRoles(AssignableRoles roles) {
    settings = new AzurePoolSettings(roles, settings.keepsOutdated());
    return this;
  }

  /** Of a manager that leaves machines of older models as they are. */
  public PoolFixture keepingOutdated() {
    settings = new AzurePoolSettings(settings.assignableRoles(), true);
    return this;
  }

  public PoolFixture withAnnotation(String key, String value) {
    annotations.put(key, value);
    return this;
  }

  public PoolFixture withMarketplaceVersions(String... versions) {
    marketplace = List.of(versions);
    return this;
  }

  public String name() {
    return golden.path("name").asText();
  }

  /** What upstream sent; null if it refused. */
  public JsonNode body() {
    return golden.path("body");
  }

  /** Why upstream refused; a null node if it did not. */
  public JsonNode error() {
    return golden.path("error");
  }

  public DesiredScaleSet desired() {
    try {
      return factory().resolve(new QueryCollector(this::answer)).orElseThrow();
    } catch (PrerequisiteException refused) {
      throw new AssertionError(refused);
    }
  }

  public PrerequisiteException refusal() {
    try {
      var desired = factory().resolve(new QueryCollector(this::answer));
      throw new AssertionError("accepted: " + desired);
    } catch (PrerequisiteException refused) {
      return refused;
    }
  }

  public DesiredScaleSetFactory factory() {
    JsonNode cluster = golden.path("cluster");
    JsonNode machinePool = golden.path("machinePool");
    return new DesiredScaleSetFactory(
        pool(),
        machinePool(),
        cluster.path("name").asText(),
        clusterSpec(cluster),
        new AzureScope(
            AzureEnvironment.of(cluster.path("azureEnvironment").asText()).orElseThrow(),
            cluster.path("subscriptionID").asText(),
            cluster.path("location").asText(),
            cluster.path("resourceGroup").asText()),
        new BootstrapData(
            "team/bootstrap",
            "cloud-config",
            Base64.getEncoder()
                .encodeToString(
                    machinePool.path("bootstrapData").asText().getBytes(StandardCharsets.UTF_8)),
            inputDigest,
            dataVersion),
        new PoolMarks("mc-1", "AzureMachinePool/team/" + pool().name()),
        machinePool.path("replicas").asInt(),
        externallySized,
        settings);
  }

  public ApiObject pool() {
    JsonNode pool = golden.path("azureMachinePool");
    ObjectNode tree = object("AzureMachinePool", pool.path("name").asText());
    tree.set("spec", pool.path("specAfterDefaults").deepCopy());
    annotations.forEach(tree.withObject("/metadata/annotations")::put);
    return new ApiObject(tree);
  }

  private ApiObject machinePool() {
    JsonNode machinePool = golden.path("machinePool");
    ObjectNode tree = object("MachinePool", machinePool.path("name").asText());
    ObjectNode spec = tree.putObject("spec");
    spec.set("failureDomains", machinePool.path("failureDomains").deepCopy());
    spec.putObject("template")
        .putObject("spec")
        .put("version", machinePool.path("version").asText());
    return new ApiObject(tree);
  }

  private static ObjectNode object(String kind, String name) {
    ObjectNode tree = Json.MAPPER.createObjectNode();
    tree.put("apiVersion", "infrastructure.cluster.x-k8s.io/v1beta1").put("kind", kind);
    tree.putObject("metadata").put("name", name).put("namespace", "team");
    return tree;
  }

  private static AzureCluster.Spec clusterSpec(JsonNode cluster) {
    JsonNode balancer = cluster.path("nodeOutboundLB");
    return new AzureCluster.Spec(
        cluster.path("location").asText(),
        cluster.path("subscriptionID").asText(),
        cluster.path("resourceGroup").asText(),
        cluster.path("azureEnvironment").asText(),
        null,
        texts(cluster.path("additionalTags")),
        new AzureCluster.NetworkSpec(
            new AzureCluster.VNet(
                cluster.path("vnetName").asText(),
                cluster.path("vnetResourceGroup").asText(),
                cluster.path("vnetCIDRBlocks").valueStream().map(JsonNode::asText).toList()),
            cluster
                .path("nodeSubnets")
                .valueStream()
                .map(
                    name ->
                        new AzureCluster.Subnet(name.asText(), "node", null, List.of(), null, null))
                .toList(),
            balancer.isObject()
                ? new AzureCluster.LoadBalancer(
                    balancer.path("name").asText(),
                    new AzureCluster.BackendPool(balancer.path("backendPoolName").asText()))
                : null),
        null,
        null);
  }

  private static Map<String, String> texts(JsonNode object) {
    var texts = new TreeMap<String, String>();
    object.properties().forEach(each -> texts.put(each.getKey(), each.getValue().asText()));
    return texts;
  }

  /** The golden data does not say where a size can be had, so that it can be had everywhere. */
  private Optional<QueryResult> answer(CloudQuery query) {
    return switch (query) {
      case VmSizeQuery(String _, String name) ->
          Optional.of(
              new VmSizeResult(
                  Optional.of(
                      new VmSize(
                          name,
                          texts(golden.path("vmSizeCapabilities")),
                          ZONES,
                          ZONES,
                          true,
                          false))));
      case MarketplaceVersionsQuery _ -> Optional.of(new MarketplaceVersions(marketplace));
      default -> Optional.empty();
    };
  }

  private static JsonNode read(String json) {
    try {
      return Json.MAPPER.readTree(json);
    } catch (IOException malformed) {
      throw new AssertionError(json, malformed);
    }
  }
}
