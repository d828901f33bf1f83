package io.weir.sandbox.cloud.azure;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.weir.clouds.azure.seed.AzureSeedData;
import io.weir.clouds.azure.seed.AzureTiming;
import io.weir.clouds.node.Fleet;
import io.weir.sandbox.cloud.CloudWorld;
import io.weir.sandbox.cloud.RunningCloud;
import io.weir.sandbox.cloud.WorldFitter;
import io.weir.sandbox.objects.ExamplePools;
import io.weir.sandbox.objects.Manifests;
import io.weir.sandbox.objects.SandboxCloud;

/**
 * What exists in Azure beforehand.
 *
 * @param seedData subscriptions with all that is in them, and who may use them
 * @param timing how long things take
 */
public record AzureWorld(AzureSeedData seedData, AzureTiming timing) implements CloudWorld {
  private static final ObjectMapper JSON = new ObjectMapper();

  /** That of the example. */
  public static AzureWorld ofExample() {
    return new AzureWorld(AzureSeedData.forCluster(ExamplePools.CLUSTER), AzureTiming.standard());
  }

  /** The same with just this in it. */
  public AzureWorld with(AzureSeedData newSeedData) {
    return new AzureWorld(newSeedData, timing);
  }

  /** The same with other times. */
  public AzureWorld with(AzureTiming newTiming) {
    return new AzureWorld(seedData, newTiming);
  }

  @Override
  public SandboxCloud cloud() {
    return SandboxCloud.AZURE;
  }

  @Override
  public WorldFitter fitTo(Manifests manifests) {
    return new AzureWorldFitter(this, manifests);
  }

  /** Without the times, which a later start may have otherwise. */
  @Override
  public JsonNode toJson() {
    return JSON.valueToTree(seedData);
  }

  static AzureWorld fromJson(JsonNode saved) {
    try {
      return ofExample().with(JSON.treeToValue(saved, AzureSeedData.class));
    } catch (JsonProcessingException malformed) {
      throw new IllegalArgumentException(malformed.getOriginalMessage(), malformed);
    }
  }

  @Override
  public RunningCloud start(Fleet fleet, String kubernetes, String kubeconfig) {
    return SandboxAzure.start(this, fleet, kubernetes, kubeconfig);
  }
}
