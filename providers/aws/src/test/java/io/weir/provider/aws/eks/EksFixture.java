package io.weir.provider.aws.eks;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.ApiObject;
import io.weir.api.Json;
import io.weir.provider.BootstrapData;
import io.weir.provider.CloudQuery;
import io.weir.provider.Instance;
import io.weir.provider.Observation;
import io.weir.provider.OwnershipClaim;
import io.weir.provider.PlanContext;
import io.weir.provider.PlanStep;
import io.weir.provider.PoolIdentity;
import io.weir.provider.PoolInputs;
import io.weir.provider.PoolIntent;
import io.weir.provider.PoolMarks;
import io.weir.provider.ProviderAnnotations;
import io.weir.provider.QueryResult;
import io.weir.provider.ReportContext;
import io.weir.provider.ResolveResult;
import io.weir.provider.aws.group.GroupInstance;
import io.weir.provider.aws.group.ObservedGroup;
import io.weir.provider.aws.image.ImageQuery;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * One pool of an EKS cluster: its objects, what AWS shows, and what is planned for it. Tests change
 * what they need.
 */
public final class EksFixture {

  static final String CLUSTER = "default_w1-control-plane";

  /** The parameter of the only image that EKS recommends. */
  private static final String RECOMMENDATION =
      "/aws/service/eks/optimized-ami/1.33/amazon-linux-2023/x86_64/standard/recommended/image_id";

  static final Instant NOW = Instant.parse("2026-05-01T12:00:00Z");
  private static final String MANAGEMENT_CLUSTER = "management-cluster-1";

  public final ObjectNode pool;
  public final ObjectNode machinePool;
  public final ObjectNode controlPlane;
  public EksFeatures features = new EksFeatures(false, false);
  public boolean roleExists = true;
  public String recommended = "ami-0fromssm";
  public Optional<String> bootstrap = Optional.of("MIME-Version: 1.0\n");
  public EksObservedState seen = EksObservedState.absent(CLUSTER);
  public ProviderAnnotations annotations = ProviderAnnotations.NONE;

  /** A pool of this name. */
  public EksFixture(String name) {
    pool =
        json(
            """
            {"apiVersion": "infrastructure.cluster.x-k8s.io/v1beta2",
             "kind": "AWSManagedMachinePool",
             "metadata": {"name": "%1$s", "namespace": "default", "uid": "u-%1$s",
              "labels": {"cluster.x-k8s.io/cluster-name": "w1"}},
             "spec": {"eksNodegroupName": "%1$s", "amiType": "AL2023_x86_64_STANDARD",
              "capacityType": "onDemand", "roleName": "nodes-role",
              "updateConfig": {"maxUnavailable": 1}}}
            """
                .formatted(name));
    machinePool =
        json(
            """
            {"apiVersion": "cluster.x-k8s.io/v1beta2", "kind": "MachinePool",
             "metadata": {"name": "%1$s", "namespace": "default"},
             "spec": {"clusterName": "w1", "replicas": 2, "template": {"spec": {
              "clusterName": "w1", "version": "v1.33.1",
              "bootstrap": {"dataSecretName": "boot"},
              "infrastructureRef": {"apiGroup": "infrastructure.cluster.x-k8s.io",
               "kind": "AWSManagedMachinePool", "name": "%1$s"}}}}}
            """
                .formatted(name));
    controlPlane =
        json(
            """
            {"apiVersion": "controlplane.cluster.x-k8s.io/v1beta2",
             "kind": "AWSManagedControlPlane",
             "metadata": {"name": "w1-control-plane", "namespace": "default"},
             "spec": {"region": "eu-central-1", "eksClusterName": "default_w1-control-plane",
              "version": "v1.33", "network": {"subnets": [
               {"id": "subnet-priv-a", "availabilityZone": "eu-central-1a", "isPublic": false},
               {"id": "subnet-priv-b", "availabilityZone": "eu-central-1b", "isPublic": false},
               {"id": "subnet-pub-a", "availabilityZone": "eu-central-1a", "isPublic": true},
               {"id": "subnet-pub-b", "availabilityZone": "eu-central-1b", "isPublic": true}]}},
             "status": {"ready": true, "networkStatus": {"securityGroups": {
              "cluster": {"id": "sg-cluster", "name": "c"},
              "node": {"id": "sg-node", "name": "n"},
              "bastion": {"id": "sg-bastion", "name": "b"},
              "node-eks-additional": {"id": "sg-node-eks-additional", "name": "a"}}}}}
            """);
  }

  /** Sets the value at a path of an object; the value is JSON. */
  public EksFixture with(ObjectNode object, String path, String json) {
    int last = path.lastIndexOf('/');
    ObjectNode parent = last == 0 ? object : object.withObject(path.substring(0, last));
    parent.set(path.substring(last + 1), parse(json));
    return this;
  }

  /** Sets a field of the pool's spec; the value is JSON. */
  public EksFixture spec(String field, String json) {
    return with(pool, "/spec/" + field, json);
  }

  /** The desired state, or what is in the way, with what AWS answers. */
  public ResolveResult<EksDesiredState> resolve() {
    return EksDesiredStateResolver.resolve(inputs(), query -> Optional.of(answer(query)), features);
  }

  /** The desired state; there must be one. */
  public EksDesiredState desired() {
    return resolve().target().orElseThrow();
  }

  private QueryResult answer(CloudQuery query) {
    return switch (query) {
      case RoleQuery(String name) ->
          new RoleQuery.RoleResult(
              roleExists ? Optional.of("arn:aws:iam::111122223333:role/" + name) : Optional.empty(),
              Map.of());
      case ImageQuery.ArchitectureOf _ -> new ImageQuery.ArchitectureResult(Optional.of("x86_64"));
      case ImageQuery.ParameterNamed(String name) ->
          new ImageQuery.ParameterResult(
              name.equals(RECOMMENDATION) ? Optional.of(recommended) : Optional.empty());
      case ImageQuery.ImageNamed(String owner, String pattern, String _) ->
          new ImageQuery.ImageResult(
              Optional.of(
                  new ImageQuery.ImageResult.ImageDetails(
                      "ami-of-%s-%s".formatted(owner, pattern), "/dev/xvda")));
      default -> throw new IllegalArgumentException(query.toString());
    };
  }

  private PoolInputs inputs() {
    var cluster =
        new ApiObject(
            json(
                """
                {"apiVersion": "cluster.x-k8s.io/v1beta2", "kind": "Cluster",
                 "metadata": {"name": "w1", "namespace": "default"},
                 "spec": {"controlPlaneRef": {"apiGroup": "controlplane.cluster.x-k8s.io",
                  "kind": "AWSManagedControlPlane", "name": "w1-control-plane"}}}
                """));
    var found = new ApiObject(controlPlane.deepCopy());
    return new PoolInputs(
        new ApiObject(pool.deepCopy()),
        new ApiObject(machinePool.deepCopy()),
        Optional.of(cluster),
        bootstrap.map(
            text ->
                new BootstrapData(
                    "default/boot",
                    "cloud-config",
                    Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8)))),
        marks(),
        (kind, key) ->
            kind.equals(found.groupKind()) && key.equals(found.key())
                ? Optional.of(found)
                : Optional.empty());
  }

  private PoolMarks marks() {
    return PoolMarks.of(MANAGEMENT_CLUSTER, new ApiObject(pool));
  }

  /** Tags that say that something is the pool's. */
  public Map<String, String> marksAsTags() {
    return Map.of(
        PoolMarks.MANAGEMENT_CLUSTER_KEY,
        marks().managementCluster(),
        PoolMarks.POOL_KEY,
        marks().pool(),
        "kubernetes.io/cluster/" + CLUSTER,
        "owned");
  }

  /** The pool as the planner knows it. */
  public PlanContext<EksObservedState> context() {
    return new PlanContext<>(identity(), observation(), annotations);
  }

  private PoolIdentity identity() {
    var object = new ApiObject(pool.deepCopy());
    return new PoolIdentity(
        object.key(),
        object.uid(),
        "w1",
        EksDesiredStateResolver.nodegroupName(object),
        new OwnershipClaim(
            marks(),
            object.namespace(),
            Set.of(),
            Set.of(),
            new OwnershipClaim.Adoption.NotRequested()));
  }

  /** What AWS shows. */
  public Observation<EksObservedState> observation() {
    return Observation.of(Optional.of(seen).filter(state -> !state.isAbsent()), NOW);
  }

  /** The steps towards what is wanted. */
  public List<PlanStep> plan() {
    return new EksPlanner().plan(new PoolIntent.Converge<>(desired()), context());
  }

  /** The steps of a deletion. */
  public List<PlanStep> planDeletion() {
    return new EksPlanner().plan(new PoolIntent.Delete<>(false), context());
  }

  /** What is reported. */
  public ReportContext<EksDesiredState, EksObservedState> progress() {
    return new ReportContext<>(
        identity(), Optional.of(resolve()), observation(), Optional.empty(), false, annotations);
  }

  /** Has AWS show the node group as it is wanted, made by Weir, in a status of EKS. */
  public EksFixture made(String status) {
    DesiredNodegroup want = desired().nodegroup();
    var tags = want.tags().all();
    var nodegroup =
        new ObservedNodegroup(
            CLUSTER,
            want.name(),
            "arn:aws:eks:eu-central-1:111122223333:nodegroup/c/" + want.name() + "/1",
            status,
            "1.33",
            "1.33.1-20250620",
            want.settings(),
            want.size().atCreation(),
            want.fixed().amiType(),
            want.fixed().capacityType(),
            20,
            List.of("t3.medium"),
            want.fixed().subnets(),
            "arn:aws:iam::111122223333:role/nodes-role",
            want.fixed().remoteAccess(),
            Optional.empty(),
            tags,
            List.of(),
            List.of("eks-" + want.name()),
            NOW.minusSeconds(60));
    seen =
        new EksObservedState(
            CLUSTER,
            Optional.of(nodegroup),
            List.of(group(want.name(), want.size().size(), want.groupTags().all())),
            Optional.empty(),
            Optional.empty(),
            Optional.empty());
    annotations = EksAnnotations.withOnly(annotations, want.settings());
    return this;
  }

  /** An Auto Scaling group with so many running instances. */
  public static ObservedGroup group(String nodegroup, int size, Map<String, String> tags) {
    var members = new ArrayList<GroupInstance>();
    for (int number = 0; number < size; number++) {
      members.add(
          new GroupInstance(
              new Instance(
                  "i-" + number,
                  "aws:///eu-central-1a/i-" + number,
                  "eu-central-1a",
                  Instance.State.RUNNING,
                  ""),
              true));
    }
    return new ObservedGroup(
        "eks-" + nodegroup,
        "arn",
        0,
        10,
        size,
        List.of(),
        Optional.empty(),
        null,
        false,
        300,
        0,
        "",
        tags,
        members,
        Set.of());
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
