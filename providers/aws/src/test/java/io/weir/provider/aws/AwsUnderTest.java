package io.weir.provider.aws;

import com.fasterxml.jackson.databind.JsonNode;
import io.weir.api.Json;
import io.weir.clouds.CloudFault.Kind;
import io.weir.clouds.aws.seed.AwsSeedData;
import io.weir.provider.BootstrapData;
import io.weir.provider.PoolProvider;
import io.weir.provider.PoolProviderFactory.ProviderContext;
import io.weir.provider.ProviderException;
import io.weir.provider.aws.account.ClusterIdentities;
import io.weir.provider.aws.account.calls.AwsSessions;
import io.weir.provider.aws.machinepool.AwsDesiredState;
import io.weir.provider.aws.machinepool.AwsObservedState;
import io.weir.provider.kit.CloudUnderTest;
import io.weir.provider.kit.Fault;
import io.weir.provider.kit.PoolObjects;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.IntPredicate;

/** The simulated AWS as the contract kit wants it. */
final class AwsUnderTest implements CloudUnderTest<AwsDesiredState, AwsObservedState> {
  private static final String TOKEN = "abcdef.0123456789abcdef";

  private final SimulatedAws aws = new SimulatedAws();

  @Override
  public PoolProvider<AwsDesiredState, AwsObservedState> provider(ProviderContext providerContext) {
    return new AwsMachinePoolProvider(
        new AwsSessions(providerContext),
        new ClusterIdentities("weir-system"),
        providerContext.clock());
  }

  @Override
  public Map<String, String> settings() {
    return Map.of("endpoint", aws.cloud.endpoint().toString());
  }

  @Override
  public Clock clock() {
    InstantSource now = aws.time::now;
    return now.withZone(ZoneOffset.UTC);
  }

  @Override
  public PoolObjects pool(String name, int size) {
    PoolFixture poolFixture = SimulatedAws.pool(name, size);
    poolFixture.with(poolFixture.pool, "/spec/minSize", "0");
    byte[] data = ("#cloud-config\n# " + TOKEN).getBytes(StandardCharsets.UTF_8);
    return new PoolObjects(
            poolFixture.pool,
            poolFixture.machinePool,
            poolFixture.cluster,
            List.of(poolFixture.awsCluster),
            new BootstrapData(
                "default/" + name, "cloud-config", Base64.getEncoder().encodeToString(data)))
        .addIdentity(ClusterIdentities.ofManager(Optional.empty()).copyTree());
  }

  @Override
  public void createForeign(String name) {
    try {
      aws.createExternally(name);
    } catch (ProviderException failure) {
      throw new AssertionError(failure);
    }
  }

  @Override
  public boolean setUpstreamMarks(PoolObjects pool) {
    String name = pool.pool().name();
    try {
      aws.loseMarksExternally(name);
      aws.addVersionExternally(name);
      return true;
    } catch (ProviderException failure) {
      throw new AssertionError(failure);
    }
  }

  @Override
  public boolean loseTags(PoolObjects pool) {
    try {
      aws.loseTagsExternally(pool.pool().name());
      return true;
    } catch (ProviderException failure) {
      throw new AssertionError(failure);
    }
  }

  @Override
  public boolean lagReads(long seed) {
    var faults = aws.cloud.faults();
    boolean tagsOnly = seed % 2 == 0;
    var _ =
        tagsOnly
            ? faults.injectTagLag("Describe*", Duration.ofSeconds(20), seed)
            : faults.injectReadLag("Describe*", Duration.ofSeconds(20), seed);
    return true;
  }

  @Override
  public boolean letMachinesOutlive() {
    aws.cloud.faults().add(io.weir.clouds.CloudFault.of(Kind.GONE_EARLY));
    return true;
  }

  /** Replaces the marks of a group and its template. */
  @Override
  public int countScaleSets(String name) {
    try {
      JsonNode state = Json.MAPPER.readTree(aws.cloud.comparableState());
      return (int) state.findValues(name).stream().filter(each -> each.has("desired")).count();
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
    aws.cloud.faults().clear();
    var _ = aws.cloud.faults().inject(fault(fault).forAction("Describe*"), which);
  }

  @Override
  public void failWrite(Fault fault) {
    List.of("Create*", "Update*", "Delete*", "Terminate*")
        .forEach(action -> aws.cloud.faults().add(fault(fault).forAction(action).times(1)));
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
    return aws.cloud.journal().writeCount();
  }

  @Override
  public int callCount() {
    return aws.cloud.journal().callCounts().values().stream().mapToInt(Integer::intValue).sum();
  }

  @Override
  public void completePendingWork() {
    aws.completePendingWork();
  }

  @Override
  public Set<String> secretTexts() {
    return Set.of(AwsSeedData.ACCOUNT.secretKey(), TOKEN);
  }

  @Override
  public void close() {
    aws.close();
  }
}
