package io.weir.clouds.oci.compute;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.clouds.CloudFault;
import io.weir.clouds.SimulatedInstance;
import io.weir.clouds.oci.region.OciSite;
import java.time.Duration;
import java.util.Base64;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** What Compute Management does by itself: it makes instances and ends them, oldest first. */
final class InstancePoolReconciler {
  private static final EnumSet<CloudFault.Kind> OF_INSTANCES =
      EnumSet.of(CloudFault.Kind.NO_CAPACITY, CloudFault.Kind.SLOW_BOOT);

  private final OciSite site;
  private final List<SimulatedInstancePool> pools;
  private final Map<String, ObjectNode> configurations;

  InstancePoolReconciler(
      OciSite site, List<SimulatedInstancePool> pools, Map<String, ObjectNode> configurations) {
    this.site = site;
    this.pools = pools;
    this.configurations = configurations;
  }

  /** Begins to bring a pool to what it should be. */
  void begin(SimulatedInstancePool pool) {
    pool.error = "";
    reconcile(pool);
  }

  /** Takes the next steps towards what the pool should be; harmless at any time. */
  void reconcile(SimulatedInstancePool pool) {
    if (pool.is("TERMINATED")) {
      return;
    }
    if (pool.is("TERMINATING")) {
      pool.staying().forEach(instance -> end(pool, instance));
      if (pool.instances.stream().allMatch(instance -> instance.is("TERMINATED"))) {
        pool.setState("TERMINATED");
        site.runLater(site.timing().linger(), () -> pools.remove(pool));
      }
      return;
    }
    List<SimulatedPoolInstance> staying = pool.staying();
    for (int surplus = staying.size() - pool.size(); surplus > 0; surplus--) {
      end(pool, staying.get(staying.size() - pool.size() - surplus));
    }
    for (int missing = pool.size() - staying.size(); missing > 0; missing--) {
      if (!launch(pool)) {
        break;
      }
    }
    boolean moves =
        pool.instances.stream().anyMatch(each -> each.is("PROVISIONING") || each.is("TERMINATING"));
    boolean lacks = pool.staying().size() < pool.size();
    if (moves || lacks) {
      pool.setState(pool.is("PROVISIONING") ? "PROVISIONING" : "SCALING");
    } else {
      pool.setState("RUNNING");
    }
  }

  private boolean launch(SimulatedInstancePool pool) {
    CloudFault fault =
        site.faults().takeMatching(OF_INSTANCES, OciSite.LAUNCH, pool.name()).orElse(null);
    if (fault != null && fault.kind() == CloudFault.Kind.NO_CAPACITY) {
      pool.error = "Out of host capacity.";
      if (pool.is("PROVISIONING")) {
        pool.setState("SCALING");
      }
      site.runLater(site.timing().retry(), () -> reconcile(pool));
      return false;
    }
    pool.error = "";
    JsonNode places = pool.shown.path("placementConfigurations");
    int number = site.nextNumber();
    JsonNode place = places.path(number % Math.max(1, places.size()));
    ObjectNode shown = JsonNodeFactory.instance.objectNode();
    shown
        .put("id", site.newOcid("instance"))
        .put("availabilityDomain", place.path("availabilityDomain").asText(""))
        .put("faultDomain", "FAULT-DOMAIN-" + (number % 3 + 1))
        .put("compartmentId", pool.text("compartmentId"))
        .put("displayName", "inst-%05d-%s".formatted(number, pool.name()))
        .put("instanceConfigurationId", pool.text("instanceConfigurationId"))
        .put("region", site.seedData().region())
        .put("state", "PROVISIONING")
        .put("timeCreated", site.now().toString());
    ObjectNode launch = launchDetails(pool);
    shown.put("shape", launch.path("shape").asText(""));
    var instance = new SimulatedPoolInstance(shown, launch, OciSite.address(number));
    pool.instances.add(instance);
    site.journal().recordCreation("instance", pool.name());
    record(pool, instance);
    Duration extra = fault == null ? Duration.ZERO : fault.delay();
    site.runLater(site.timing().launch().plus(extra), () -> boot(pool, instance));
    return true;
  }

  private ObjectNode launchDetails(SimulatedInstancePool pool) {
    ObjectNode configuration = configurations.get(pool.text("instanceConfigurationId"));
    return configuration == null
        ? JsonNodeFactory.instance.objectNode()
        : configuration.path("instanceDetails").path("launchDetails").deepCopy();
  }

  /** What an instance that is launched now finds. */
  byte[] userData(SimulatedInstancePool pool) {
    return userData(launchDetails(pool));
  }

  private static byte[] userData(JsonNode launch) {
    return Base64.getDecoder().decode(launch.path("metadata").path("user_data").asText(""));
  }

  private void boot(SimulatedInstancePool pool, SimulatedPoolInstance instance) {
    if (instance.is("PROVISIONING")) {
      instance.running = true;
      instance.setState("RUNNING");
      record(pool, instance);
      site.events().publishStarted(instance(pool, instance));
      reconcile(pool);
    }
  }

  /** Orders an instance to go. */
  void end(SimulatedInstancePool pool, SimulatedPoolInstance instance) {
    if (!instance.isStaying()) {
      return;
    }
    instance.setState("TERMINATING");
    record(pool, instance);
    site.runLater(site.timing().removal(), () -> gone(pool, instance));
  }

  private void gone(SimulatedInstancePool pool, SimulatedPoolInstance instance) {
    if (instance.running) {
      instance.running = false;
      site.events().publishTerminated(instance(pool, instance));
    }
    instance.setState("TERMINATED");
    record(pool, instance);
    site.runLater(site.timing().linger(), () -> pool.instances.remove(instance));
    reconcile(pool);
  }

  /** Ends an instance without warning; the pool launches another. */
  void kill(SimulatedInstancePool pool, SimulatedPoolInstance instance) {
    instance.setState("TERMINATING");
    gone(pool, instance);
  }

  /** Goes on with a pool of another time, from where it was. */
  void resume(SimulatedInstancePool pool) {
    for (SimulatedPoolInstance instance : List.copyOf(pool.instances)) {
      record(pool, instance);
      if (instance.running) {
        site.events().publishStarted(instance(pool, instance));
      }
      if (instance.is("PROVISIONING")) {
        site.runLater(site.timing().launch(), () -> boot(pool, instance));
      } else if (instance.is("TERMINATING")) {
        site.runLater(site.timing().removal(), () -> gone(pool, instance));
      }
    }
    reconcile(pool);
  }

  private void record(SimulatedInstancePool pool, SimulatedPoolInstance instance) {
    site.journal()
        .recordInstance(
            site.exactNow(),
            instance.id(),
            instance.text("availabilityDomain"),
            pool.name(),
            instance.phase(),
            instance.running);
  }

  private SimulatedInstance instance(SimulatedInstancePool pool, SimulatedPoolInstance instance) {
    Map<String, String> metadata = new TreeMap<>();
    instance
        .launch
        .path("metadata")
        .properties()
        .forEach(entry -> metadata.put(entry.getKey(), entry.getValue().asText()));
    metadata.remove("user_data");
    return new SimulatedInstance(
        instance.id(),
        pool.id(),
        site.seedData().region(),
        instance.text("availabilityDomain"),
        instance.text("displayName").toLowerCase(Locale.ROOT).replace('.', '-'),
        instance.address,
        instance.text("shape"),
        instance.launch.path("sourceDetails").path("imageId").asText(""),
        userData(instance.launch),
        Map.of(),
        metadata);
  }
}
