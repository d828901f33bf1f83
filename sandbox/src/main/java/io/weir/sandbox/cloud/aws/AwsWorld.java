package io.weir.sandbox.cloud.aws;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.weir.clouds.aws.seed.AwsSeedData;
import io.weir.clouds.aws.seed.AwsTiming;
import io.weir.clouds.node.Fleet;
import io.weir.sandbox.cloud.CloudWorld;
import io.weir.sandbox.cloud.RunningCloud;
import io.weir.sandbox.cloud.WorldFitter;
import io.weir.sandbox.objects.ExamplePools;
import io.weir.sandbox.objects.Manifests;
import io.weir.sandbox.objects.SandboxCloud;

/**
 * What exists in AWS beforehand.
 *
 * @param seedData accounts, and regions with all that is in them
 * @param timing how long things take
 * @param isExample whether it is as every sandbox has it, so that what is fitted to manifests has
 *     the regions that they name and no other
 * @param cloud whether groups of AWS or node groups of EKS are shown
 */
public record AwsWorld(
    AwsSeedData seedData, AwsTiming timing, boolean isExample, SandboxCloud cloud)
    implements CloudWorld {
  private static final ObjectMapper JSON = new ObjectMapper();

  /** That of the example. */
  public static AwsWorld ofExample() {
    return new AwsWorld(
        AwsSeedData.forCluster(ExamplePools.CLUSTER), AwsTiming.standard(), true, SandboxCloud.AWS);
  }

  /** The same with just this in it. */
  public AwsWorld with(AwsSeedData newSeedData) {
    return new AwsWorld(newSeedData, timing, false, cloud);
  }

  /** The same with other times. */
  public AwsWorld with(AwsTiming newTiming) {
    return new AwsWorld(seedData, newTiming, isExample, cloud);
  }

  @Override
  public CloudWorld showing(SandboxCloud shown) {
    return new AwsWorld(seedData, timing, isExample, shown);
  }

  @Override
  public WorldFitter fitTo(Manifests manifests) {
    return new AwsWorldFitter(this, manifests);
  }

  /** Without the times, which a later start may have otherwise. */
  @Override
  public JsonNode toJson() {
    return JSON.valueToTree(seedData);
  }

  static AwsWorld fromJson(JsonNode saved) {
    try {
      return ofExample().with(JSON.treeToValue(saved, AwsSeedData.class));
    } catch (JsonProcessingException malformed) {
      throw new IllegalArgumentException(malformed.getOriginalMessage(), malformed);
    }
  }

  @Override
  public RunningCloud start(Fleet fleet, String kubernetes, String kubeconfig) {
    return SandboxAws.start(this, fleet, kubernetes, kubeconfig);
  }
}
