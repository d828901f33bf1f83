package io.weir.provider.aws;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.ApiObject;
import io.weir.api.GroupKind;
import io.weir.api.Json;
import io.weir.api.MetadataKeys;
import io.weir.api.ObjectKey;
import io.weir.provider.BootstrapData;
import io.weir.provider.OwnershipClaim;
import io.weir.provider.OwnershipClaim.Adoption;
import io.weir.provider.PoolIdentity;
import io.weir.provider.PoolInputs;
import io.weir.provider.PoolMarks;
import io.weir.provider.ProviderAnnotations;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The objects of one pool, in a form that resolves without asking AWS; tests change what they need.
 */
public final class PoolFixture {

  /** UID of the management cluster that the pool is in. */
  public static final String MANAGEMENT_CLUSTER = "management-cluster-1";

  public final ObjectNode pool;
  public final ObjectNode machinePool;
  public final ObjectNode cluster;
  public final ObjectNode awsCluster;
  public byte[] bootstrap = "#cloud-config\n".getBytes(StandardCharsets.UTF_8);
  public String format = "cloud-config";
  public String inputs = "";
  public String dataVersion = "";
  public String secret;
  public boolean bootstrapped = true;
  private Set<String> formerManagementClusters = Set.of();
  private Adoption adoption = new Adoption.NotRequested();
  private final Map<String, ApiObject> others = new HashMap<>();

  /** What admits everybody to the manager's own credentials. */
  static final String OWN_IDENTITY =
      """
      {"apiVersion": "infrastructure.cluster.x-k8s.io/v1beta2",
       "kind": "AWSClusterControllerIdentity", "metadata": {"name": "default"},
       "spec": {"allowedNamespaces": {}}}
      """;

  private PoolFixture(String name) {
    this.secret = name;
    pool =
        json(
            """
            {"apiVersion": "infrastructure.cluster.x-k8s.io/v1beta2", "kind": "AWSMachinePool",
             "metadata": {"name": "%1$s", "namespace": "default", "uid": "u-%1$s",
              "labels": {"cluster.x-k8s.io/cluster-name": "w1"}},
             "spec": {"minSize": 1, "maxSize": 5, "awsLaunchTemplate": {
              "ami": {"id": "ami-03cf127a"}, "instanceType": "t3.large", "sshKeyName": "",
              "iamInstanceProfile": "nodes.cluster-api-provider-aws.sigs.k8s.io"}}}
            """
                .formatted(name));
    machinePool =
        json(
            """
            {"apiVersion": "cluster.x-k8s.io/v1beta2", "kind": "MachinePool",
             "metadata": {"name": "%1$s", "namespace": "default"},
             "spec": {"clusterName": "w1", "replicas": 2, "template": {"spec": {
              "clusterName": "w1", "version": "v1.33.1",
              "bootstrap": {"dataSecretName": "%1$s", "configRef": {
               "apiGroup": "bootstrap.cluster.x-k8s.io", "kind": "KubeadmConfig", "name": "%1$s"}},
              "infrastructureRef": {"apiGroup": "infrastructure.cluster.x-k8s.io",
               "kind": "AWSMachinePool", "name": "%1$s"}}}}}
            """
                .formatted(name));
    cluster =
        json(
            """
            {"apiVersion": "cluster.x-k8s.io/v1beta2", "kind": "Cluster",
             "metadata": {"name": "w1", "namespace": "default"},
             "spec": {"infrastructureRef": {"apiGroup": "infrastructure.cluster.x-k8s.io",
              "kind": "AWSCluster", "name": "w1"}},
             "status": {"initialization": {"infrastructureProvisioned": true}}}
            """);
    awsCluster =
        json(
            """
            {"apiVersion": "infrastructure.cluster.x-k8s.io/v1beta2", "kind": "AWSCluster",
             "metadata": {"name": "w1", "namespace": "default"},
             "spec": {"region": "us-east-1", "network": {"subnets": [
              {"id": "subnet-0", "availabilityZone": "us-east-1a", "isPublic": false}]}},
             "status": {"networkStatus": {"securityGroups": {
              "node": {"id": "sg-0"}, "lb": {"id": "sg-0"}}}}}
            """);
    addRelated(OWN_IDENTITY);
  }

  /** The objects of a pool of this name. */
  public static PoolFixture pool(String name) {
    return new PoolFixture(name);
  }

  /** Sets the value at a path of an object; the value is JSON. */
  public PoolFixture with(ObjectNode object, String path, String json) {
    int last = path.lastIndexOf('/');
    ObjectNode parent = last == 0 ? object : object.withObject(path.substring(0, last));
    parent.set(path.substring(last + 1), parse(json));
    return this;
  }

  /**
   * Has its cluster be {@code demo} of EKS.
   *
   * @param subnets as the control plane names them, in JSON
   * @param securityGroups as its status does
   */
  public PoolFixture inEksCluster(String subnets, String securityGroups) {
    with(
        cluster,
        "/spec/controlPlaneRef",
        """
        {"apiGroup": "controlplane.cluster.x-k8s.io", "kind": "AWSManagedControlPlane",
         "name": "demo"}
        """);
    addRelated(
        """
        {"apiVersion": "controlplane.cluster.x-k8s.io/v1beta2", "kind": "AWSManagedControlPlane",
         "metadata": {"name": "demo", "namespace": "default"},
         "spec": {"region": "us-east-1", "eksClusterName": "demo", "network": {"subnets": %s}},
         "status": {"networkStatus": {"securityGroups": %s}}}
        """
            .formatted(subnets, securityGroups));
    return this;
  }

  /** Adds an object that can be found. */
  public PoolFixture addRelated(String json) {
    var object = new ApiObject(json(json));
    others.put(key(object.groupKind(), object.key()), object);
    return this;
  }

  /** Nothing is found but the cluster's own object. */
  public PoolFixture withoutRelated() {
    others.clear();
    return this;
  }

  /** The pool as an object. */
  public ApiObject object() {
    return new ApiObject(pool.deepCopy());
  }

  /** Writes provider annotations on the pool. */
  public void annotateWith(ProviderAnnotations providerAnnotations) {
    providerAnnotations.entries().forEach(pool.withObject("/metadata/annotations")::put);
  }

  /** Sets annotations of the pool, or takes them away. */
  public void annotate(Map<String, Optional<String>> annotations) {
    ObjectNode there = pool.withObject("/metadata/annotations");
    annotations.forEach(
        (key, value) ->
            value.ifPresentOrElse(text -> there.put(key, text), () -> there.remove(key)));
  }

  public PoolInputs inputs() {
    var found = new HashMap<>(others);
    var aws = new ApiObject(awsCluster.deepCopy());
    found.put(key(aws.groupKind(), aws.key()), aws);
    var data =
        new BootstrapData(
            "default/" + secret,
            format,
            Base64.getEncoder().encodeToString(bootstrap),
            inputs,
            dataVersion);
    return new PoolInputs(
        new ApiObject(pool.deepCopy()),
        new ApiObject(machinePool.deepCopy()),
        Optional.of(new ApiObject(cluster.deepCopy())),
        bootstrapped ? Optional.of(data) : Optional.empty(),
        marks(),
        (kind, key) -> Optional.ofNullable(found.get(key(kind, key))));
  }

  public PoolIdentity identity() {
    var object = new ApiObject(pool.deepCopy());
    String cluster = object.label(MetadataKeys.CLUSTER_NAME).orElseThrow();
    return new PoolIdentity(
        object.key(),
        object.uid(),
        cluster,
        object.name(),
        new OwnershipClaim(
            marks(), object.namespace(), Set.of(), formerManagementClusters, adoption));
  }

  /** What the pool's cloud objects are marked with. */
  public PoolMarks marks() {
    return PoolMarks.of(MANAGEMENT_CLUSTER, object());
  }

  /** What the pool can show for its claim to cloud objects. */
  public PoolFixture claiming(Set<String> formerManagementClusters, Adoption adoption) {
    this.formerManagementClusters = formerManagementClusters;
    this.adoption = adoption;
    return this;
  }

  private static String key(GroupKind kind, ObjectKey key) {
    return kind + " " + key;
  }

  private static ObjectNode json(String text) {
    return (ObjectNode) parse(text);
  }

  private static JsonNode parse(String text) {
    try {
      return Json.MAPPER.readTree(text);
    } catch (JsonProcessingException mistake) {
      throw new IllegalArgumentException(mistake);
    }
  }
}
