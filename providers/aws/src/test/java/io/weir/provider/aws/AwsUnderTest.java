package io.weir.provider.aws;

import com.fasterxml.jackson.databind.JsonNode;
import io.weir.api.Json;
import io.weir.clouds.Fault.Kind;
import io.weir.clouds.aws.world.World;
import io.weir.provider.BootstrapData;
import io.weir.provider.PoolProvider;
import io.weir.provider.PoolProviderFactory.Context;
import io.weir.provider.ProviderException;
import io.weir.provider.aws.desired.AwsDesired;
import io.weir.provider.aws.observed.AwsObserved;
import io.weir.provider.kit.CloudUnderTest;
import io.weir.provider.kit.Fault;
import io.weir.provider.kit.PoolObjects;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntPredicate;

/** The simulated AWS as the contract kit wants it. */
final class AwsUnderTest implements CloudUnderTest<AwsDesired, AwsObserved> {
  private static final String TOKEN = "abcdef.0123456789abcdef";

  private final SimulatedAws aws = new SimulatedAws();

  @Override
  public PoolProvider<AwsDesired, AwsObserved> provider(Context context) {
    return new AwsMachinePoolProvider(context);
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
    Given given = SimulatedAws.pool(name, size);
    given.with(given.pool, "/spec/minSize", "0");
    byte[] data = ("#cloud-config\n# " + TOKEN).getBytes(StandardCharsets.UTF_8);
    return new PoolObjects(
        given.pool,
        given.machinePool,
        given.cluster,
        List.of(given.awsCluster),
        new BootstrapData(
            "default/" + name, "cloud-config", Base64.getEncoder().encodeToString(data)));
  }

  @Override
  public void makeForeign(String name) {
    try {
      aws.makeBehindOurBack(name);
    } catch (ProviderException failure) {
      throw new AssertionError(failure);
    }
  }

  @Override
  public int count(String name) {
    try {
      JsonNode state = Json.MAPPER.readTree(aws.cloud.state());
      return (int) state.findValues(name).stream().filter(each -> each.has("desired")).count();
    } catch (IOException malformed) {
      throw new UncheckedIOException(malformed);
    }
  }

  @Override
  public int morePoolsThanAPage() {
    return 100;
  }

  @Override
  public void failReads(Fault fault, IntPredicate which) {
    aws.cloud.faults().clear();
    var _ = aws.cloud.faults().lay(fault(fault).on("Describe*"), which);
  }

  @Override
  public void failWrite(Fault fault) {
    List.of("Create*", "Update*", "Delete*")
        .forEach(action -> aws.cloud.faults().add(fault(fault).on(action).times(1)));
  }

  private static io.weir.clouds.Fault fault(Fault fault) {
    return io.weir.clouds.Fault.of(
        switch (fault) {
          case THROTTLED -> Kind.THROTTLED;
          case DENIED -> Kind.DENIED;
          case BROKEN -> Kind.SERVER_ERROR;
          case LOST_BEFORE -> Kind.DROPPED_BEFORE;
          case LOST_AFTER -> Kind.DROPPED_AFTER;
        });
  }

  @Override
  public int writes() {
    return aws.cloud.journal().writes();
  }

  @Override
  public int calls() {
    return aws.cloud.journal().counts().values().stream().mapToInt(Integer::intValue).sum();
  }

  @Override
  public void settle() {
    aws.settle();
  }

  @Override
  public Set<String> secretTexts() {
    return Set.of(World.ACCOUNT.secretKey(), TOKEN);
  }

  @Override
  public void close() {
    aws.close();
  }
}
