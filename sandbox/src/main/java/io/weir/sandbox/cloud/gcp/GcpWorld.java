package io.weir.sandbox.cloud.gcp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.clouds.gcp.seed.GcpSeedData;
import io.weir.clouds.gcp.seed.GcpTiming;
import io.weir.clouds.node.Fleet;
import io.weir.sandbox.cloud.CloudWorld;
import io.weir.sandbox.cloud.RunningCloud;
import io.weir.sandbox.cloud.WorldFitter;
import io.weir.sandbox.objects.Manifests;
import io.weir.sandbox.objects.SandboxCloud;

/**
 * What exists in Google Cloud beforehand.
 *
 * @param seedData projects with what is in them
 * @param timing how long things take
 * @param cloud whether managed instance groups or node pools of GKE are shown
 */
public record GcpWorld(GcpSeedData seedData, GcpTiming timing, SandboxCloud cloud)
    implements CloudWorld {

  /** That of the example. */
  public static GcpWorld ofExample() {
    return new GcpWorld(GcpSeedData.standard(), GcpTiming.standard(), SandboxCloud.GCP);
  }

  /** The same with just this in it. */
  public GcpWorld with(GcpSeedData newSeedData) {
    return new GcpWorld(newSeedData, timing, cloud);
  }

  @Override
  public CloudWorld showing(SandboxCloud shown) {
    return new GcpWorld(seedData, timing, shown);
  }

  @Override
  public WorldFitter fitTo(Manifests manifests) {
    return new GcpWorldFitter(this, manifests);
  }

  /** Without what every sandbox has, and the times, which a later start may have otherwise. */
  @Override
  public JsonNode toJson() {
    ObjectNode saved = JsonNodeFactory.instance.objectNode();
    var projects = saved.putArray("projects");
    seedData.projects().forEach(projects::add);
    var networks = saved.putArray("networks");
    seedData.networks().forEach(networks::add);
    var regions = saved.putArray("regions");
    seedData.regions().keySet().stream().sorted().forEach(regions::add);
    ObjectNode images = saved.putObject("images");
    seedData.images().forEach(images::put);
    return saved;
  }

  static GcpWorld fromJson(JsonNode saved) {
    if (!saved.path("projects").isArray()) {
      throw new IllegalArgumentException("no world of Google Cloud: it has no projects");
    }
    GcpSeedData seed = GcpSeedData.standard();
    for (JsonNode project : saved.path("projects")) {
      seed = seed.with(project.asText(), seed.networks().getFirst());
    }
    for (JsonNode network : saved.path("networks")) {
      seed = seed.with(GcpSeedData.PROJECT, network.asText());
    }
    for (JsonNode region : saved.path("regions")) {
      seed = seed.withRegion(region.asText());
    }
    for (var image : saved.path("images").properties()) {
      seed = seed.withImage(image.getKey(), image.getValue().asText());
    }
    return ofExample().with(seed);
  }

  @Override
  public RunningCloud start(Fleet fleet, String kubernetes, String kubeconfig) {
    return SandboxGcp.start(this, fleet, kubernetes, kubeconfig);
  }
}
