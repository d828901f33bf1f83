package io.weir.provider.aws;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.weir.api.Json;
import io.weir.clouds.CloudClock;
import io.weir.clouds.CloudFault.Kind;
import io.weir.clouds.ManualClock;
import io.weir.clouds.aws.AwsCloud;
import io.weir.clouds.aws.eks.EksCluster;
import io.weir.clouds.aws.seed.AwsSeedData;
import io.weir.provider.PoolMarks;
import io.weir.provider.PoolProvider;
import io.weir.provider.PoolProviderFactory.ProviderContext;
import io.weir.provider.aws.account.ClusterIdentities;
import io.weir.provider.aws.account.calls.AwsSessions;
import io.weir.provider.aws.eks.EksDesiredState;
import io.weir.provider.aws.eks.EksFeatures;
import io.weir.provider.aws.eks.EksObservedState;
import io.weir.provider.kit.CloudUnderTest;
import io.weir.provider.kit.Fault;
import io.weir.provider.kit.PoolObjects;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntPredicate;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.eks.EksClient;
import software.amazon.awssdk.services.eks.model.Nodegroup;

/** A simulated AWS with one EKS cluster, as the contract kit wants it, and for tests beside it. */
final class SimulatedEks implements CloudUnderTest<EksDesiredState, EksObservedState> {

  static final String CLUSTER = "default_w1-control-plane";

  private static final String OBJECTS =
      """
      apiVersion: infrastructure.cluster.x-k8s.io/v1beta2
      kind: AWSManagedMachinePool
      metadata:
        {name: NAME, namespace: default, uid: u-NAME,
         labels: {cluster.x-k8s.io/cluster-name: w1}}
      spec:
        eksNodegroupName: NAME
        amiType: AL2023_x86_64_STANDARD
        capacityType: onDemand
        updateConfig: {maxUnavailable: 1}
        scaling: {minSize: 0, maxSize: 9}
      ---
      apiVersion: cluster.x-k8s.io/v1beta2
      kind: MachinePool
      metadata: {name: NAME, namespace: default}
      spec:
        clusterName: w1
        replicas: SIZE
        template:
          spec:
            clusterName: w1
            version: v1.34.3
            bootstrap: {dataSecretName: ""}
            infrastructureRef:
              apiGroup: infrastructure.cluster.x-k8s.io
              kind: AWSManagedMachinePool
              name: NAME
      ---
      apiVersion: cluster.x-k8s.io/v1beta2
      kind: Cluster
      metadata: {name: w1, namespace: default}
      spec:
        infrastructureRef:
          {apiGroup: infrastructure.cluster.x-k8s.io, kind: AWSManagedCluster, name: w1}
        controlPlaneRef:
          {apiGroup: controlplane.cluster.x-k8s.io, kind: AWSManagedControlPlane,
           name: w1-control-plane}
      ---
      apiVersion: controlplane.cluster.x-k8s.io/v1beta2
      kind: AWSManagedControlPlane
      metadata: {name: w1-control-plane, namespace: default}
      spec:
        region: us-east-1
        eksClusterName: default_w1-control-plane
        version: v1.34
        network:
          subnets:
            - {id: subnet-0aaaaaaaaaaaaaaa1, availabilityZone: us-east-1a, isPublic: false}
            - {id: subnet-0bbbbbbbbbbbbbbb2, availabilityZone: us-east-1b, isPublic: false}
      status:
        ready: true
        networkStatus:
          securityGroups: {node: {id: sg-0111111111111111a, name: node}}
      """;

  final ManualClock time = CloudClock.manual(Instant.parse("2026-03-01T12:00:00Z"));
  final AwsCloud cloud = AwsCloud.builder().clock(time).start();
  final Map<String, String> features;

  /** Of the pool that was asked for last; a change is seen by whoever reads it next. */
  ObjectNode controlPlane = Json.MAPPER.createObjectNode();

  SimulatedEks() {
    this(Map.of());
  }

  SimulatedEks(Map<String, String> features) {
    this.features = features;
    cloud.putEksCluster(EksCluster.unreachable(CLUSTER, "1.34"));
    System.setProperty("aws.accessKeyId", AwsSeedData.ACCOUNT.accessKey());
    System.setProperty("aws.secretAccessKey", AwsSeedData.ACCOUNT.secretKey());
  }

  @Override
  public PoolProvider<EksDesiredState, EksObservedState> provider(ProviderContext providerContext) {
    return new AwsManagedMachinePoolProvider(
        new AwsSessions(providerContext),
        new ClusterIdentities("weir-system"),
        EksFeatures.of(providerContext.settings()),
        providerContext.clock());
  }

  @Override
  public Map<String, String> settings() {
    var settings = new HashMap<>(features);
    settings.put("endpoint", cloud.endpoint().toString());
    return settings;
  }

  @Override
  public Clock clock() {
    InstantSource now = time::now;
    return now.withZone(ZoneOffset.UTC);
  }

  @Override
  public PoolObjects pool(String name, int size) {
    List<ObjectNode> trees =
        List.of(
                OBJECTS
                    .replace("NAME", name)
                    .replace("SIZE", Integer.toString(size))
                    .split("---\n", -1))
            .stream()
            .map(SimulatedEks::tree)
            .toList();
    controlPlane = trees.get(3);
    return new PoolObjects(
            trees.get(0), trees.get(1), trees.get(2), trees.subList(3, trees.size()), null)
        .addIdentity(ClusterIdentities.ofManager(Optional.empty()).copyTree());
  }

  private static ObjectNode tree(String yaml) {
    try {
      return new YAMLMapper().readValue(yaml, ObjectNode.class);
    } catch (IOException malformed) {
      throw new UncheckedIOException(malformed);
    }
  }

  /** A client of somebody else. */
  EksClient client() {
    return EksClient.builder()
        .region(Region.US_EAST_1)
        .endpointOverride(cloud.endpoint())
        .httpClient(UrlConnectionHttpClient.create())
        .credentialsProvider(
            StaticCredentialsProvider.create(
                AwsBasicCredentials.create(
                    AwsSeedData.ACCOUNT.accessKey(), AwsSeedData.ACCOUNT.secretKey())))
        .build();
  }

  /** The node group as EKS shows it. */
  Nodegroup nodegroup(String name) {
    try (EksClient client = client()) {
      return client
          .describeNodegroup(request -> request.clusterName(CLUSTER).nodegroupName(name))
          .nodegroup();
    }
  }

  @Override
  public void createForeign(String name) {
    try (EksClient client = client()) {
      var _ =
          client.createNodegroup(
              request ->
                  request
                      .clusterName(CLUSTER)
                      .nodegroupName(name)
                      .subnets("subnet-0aaaaaaaaaaaaaaa1")
                      .nodeRole(
                          "arn:aws:iam::%s:role/nodes.cluster-api-provider-aws.sigs.k8s.io"
                              .formatted(AwsSeedData.ACCOUNT.id())));
    }
    completePendingWork();
  }

  @Override
  public boolean setUpstreamMarks(PoolObjects pool) {
    untag(pool.pool().name(), Set.of(PoolMarks.MANAGEMENT_CLUSTER_KEY, PoolMarks.POOL_KEY));
    return true;
  }

  @Override
  public boolean loseTags(PoolObjects pool) {
    String name = pool.pool().name();
    untag(name, new TreeSet<>(nodegroup(name).tags().keySet()));
    return true;
  }

  private void untag(String name, Set<String> keys) {
    try (EksClient client = client()) {
      var _ =
          client.untagResource(
              request -> request.resourceArn(nodegroup(name).nodegroupArn()).tagKeys(keys));
    }
  }

  @Override
  public int countScaleSets(String name) {
    try {
      JsonNode state = Json.MAPPER.readTree(cloud.comparableState());
      return state.findValues(CLUSTER + "/" + name).size();
    } catch (IOException malformed) {
      throw new UncheckedIOException(malformed);
    }
  }

  @Override
  public int poolsExceedingOnePage() {
    return 100;
  }

  @Override
  public void failReads(Fault fault, IntPredicate which) {
    cloud.faults().clear();
    var reads = new AtomicInteger();
    for (String action : List.of("Describe*", "List*", "Get*")) {
      var _ =
          cloud
              .faults()
              .inject(fault(fault).forAction(action), _ -> which.test(reads.getAndIncrement()));
    }
  }

  @Override
  public void failWrite(Fault fault) {
    List.of("Create*", "Update*", "Delete*", "Tag*")
        .forEach(action -> cloud.faults().add(fault(fault).forAction(action).times(1)));
  }

  private static io.weir.clouds.CloudFault fault(Fault fault) {
    return io.weir.clouds.CloudFault.of(
        switch (fault) {
          case THROTTLED -> Kind.THROTTLED;
          case DENIED -> Kind.DENIED;
          case BROKEN -> Kind.SERVER_ERROR;
          case LOST_BEFORE -> Kind.DROPPED_BEFORE;
          case LOST_AFTER -> Kind.DROPPED_AFTER;
        });
  }

  @Override
  public int writeCount() {
    return cloud.journal().writeCount();
  }

  @Override
  public int callCount() {
    return cloud.journal().callCounts().values().stream().mapToInt(Integer::intValue).sum();
  }

  @Override
  public void completePendingWork() {
    for (int minute = 0; minute < 10; minute++) {
      time.advance(Duration.ofMinutes(1));
    }
  }

  @Override
  public Set<String> secretTexts() {
    return Set.of(AwsSeedData.ACCOUNT.secretKey());
  }

  @Override
  public void close() {
    cloud.close();
    System.clearProperty("aws.accessKeyId");
    System.clearProperty("aws.secretAccessKey");
  }
}
