package io.weir.sandbox.cloud.oci;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.clouds.node.Fleet;
import io.weir.clouds.oci.seed.OciSeedData;
import io.weir.clouds.oci.seed.OciTiming;
import io.weir.sandbox.cloud.CloudWorld;
import io.weir.sandbox.cloud.RunningCloud;
import io.weir.sandbox.cloud.WorldFitter;
import io.weir.sandbox.objects.Manifests;
import io.weir.sandbox.objects.SandboxCloud;

/**
 * What exists in Oracle Cloud beforehand.
 *
 * @param seedData the tenancy
 * @param timing how long things take
 * @param cloud whether instance pools or node pools of OKE are shown
 */
public record OciWorld(OciSeedData seedData, OciTiming timing, SandboxCloud cloud)
    implements CloudWorld {

  /** That of the example. */
  public static OciWorld ofExample() {
    return new OciWorld(OciSeedData.standard(), OciTiming.standard(), SandboxCloud.OCI);
  }

  /** The same with just this in it. */
  public OciWorld with(OciSeedData newSeedData) {
    return new OciWorld(newSeedData, timing, cloud);
  }

  @Override
  public CloudWorld showing(SandboxCloud shown) {
    return new OciWorld(seedData, timing, shown);
  }

  @Override
  public WorldFitter fitTo(Manifests manifests) {
    return new OciWorldFitter(this, manifests);
  }

  /** Without what every sandbox has, and the times, which a later start may have otherwise. */
  @Override
  public JsonNode toJson() {
    ObjectNode saved = JsonNodeFactory.instance.objectNode();
    var compartments = saved.putArray("compartments");
    seedData.compartments().stream().sorted().forEach(compartments::add);
    var versions = saved.putArray("versions");
    seedData.versions().forEach(versions::add);
    return saved;
  }

  static OciWorld fromJson(JsonNode saved) {
    if (!saved.path("compartments").isArray()) {
      throw new IllegalArgumentException("no world of Oracle Cloud: it has no compartments");
    }
    OciSeedData seed = OciSeedData.standard();
    for (JsonNode compartment : saved.path("compartments")) {
      seed = seed.withCompartment(compartment.asText());
    }
    for (JsonNode version : saved.path("versions")) {
      seed = seed.withVersion(version.asText());
    }
    return ofExample().with(seed);
  }

  @Override
  public RunningCloud start(Fleet fleet, String kubernetes, String kubeconfig) {
    return SandboxOci.start(this, fleet, kubernetes, kubeconfig);
  }
}
