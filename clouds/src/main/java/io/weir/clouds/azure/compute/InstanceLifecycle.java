package io.weir.clouds.azure.compute;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.clouds.CloudFault;
import io.weir.clouds.SimulatedInstance;
import io.weir.clouds.azure.arm.Subscription;
import io.weir.clouds.azure.seed.Location;
import io.weir.clouds.azure.seed.VmSize;
import io.weir.clouds.site.LongOperation;
import java.time.Duration;
import java.util.Base64;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;

/** What becomes of one instance, from the wish for it until it is gone. */
final class InstanceLifecycle {
  private final Subscription subscription;
  private final CoreQuota quota;
  private final ImageCatalog images;
  private final Consumer<ScaleSet> changed;

  /**
   * @param changed told of a scale set in which something has come to an end
   */
  InstanceLifecycle(
      Subscription subscription, CoreQuota quota, ImageCatalog images, Consumer<ScaleSet> changed) {
    this.subscription = subscription;
    this.quota = quota;
    this.images = images;
    this.changed = changed;
  }

  /** Wants one more instance, in the zone with the most room. */
  ScaleSetInstance create(ScaleSet set, boolean surplus) {
    List<String> zones = Placement.zonesByRoom(set);
    String zone = zones.getFirst();
    Optional<CloudFault> fault = strike(CloudFault.Kind.NO_CAPACITY, set, zone);
    // Without strict balance another zone will do.
    if (!set.properties().path("zoneBalance").asBoolean()) {
      for (String other : zones.subList(1, zones.size())) {
        if (fault.isPresent()) {
          fault = strike(CloudFault.Kind.NO_CAPACITY, set, other);
          zone = fault.isPresent() ? zone : other;
        }
      }
    }
    ScaleSetInstance instance = newInstance(set, zone);
    instance.surplus = surplus;
    set.instances.add(instance);
    subscription.journal().recordCreation("VirtualMachine", set.name());
    recordStep(instance);
    if (fault.isPresent()) {
      instance.failure = noCapacity(instance);
    }
    allocateLater(instance);
    return instance;
  }

  private ScaleSetInstance newInstance(ScaleSet set, String zone) {
    int number = set.nextInstance++;
    String prefix = set.profile().path("osProfile").path("computerNamePrefix").asText(set.name());
    boolean flexible = set.isFlexible();
    String id =
        flexible ? set.name() + "_" + subscription.newSuffix(8, 16) : Integer.toString(number);
    String suffix =
        flexible
            ? subscription.newSuffix(6, 36)
            : ("000000" + Integer.toString(number, 36))
                .substring(Integer.toString(number, 36).length());
    return new ScaleSetInstance(
        set,
        id,
        subscription.newUuid(),
        prefix + suffix.toUpperCase(Locale.ROOT),
        zone,
        subscription.newAddress(),
        subscription.now(),
        ScaleSetModel.of(set),
        set.modelVersion);
  }

  private void allocateLater(ScaleSetInstance instance) {
    subscription.runLater(subscription.timing().allocation(), () -> allocate(instance));
  }

  private void allocate(ScaleSetInstance instance) {
    if (!instance.hasState("Creating")) {
      return;
    }
    if (instance.failure == null) {
      Optional<VmSize> size = subscription.seed().size(instance.size());
      instance.failure =
          size.flatMap(one -> quota.refusal(instance.set.location(), one, 1)).orElse(null);
    }
    if (instance.failure != null) {
      settle(instance, "Failed");
      return;
    }
    instance.power = ScaleSetInstance.Power.STARTING;
    Duration extra =
        strike(CloudFault.Kind.SLOW_BOOT, instance.set, instance.zone)
            .map(CloudFault::delay)
            .orElse(Duration.ZERO);
    subscription.runLater(subscription.timing().boot().plus(extra), () -> run(instance));
  }

  private void run(ScaleSetInstance instance) {
    if (instance.hasState("Creating") && instance.power == ScaleSetInstance.Power.STARTING) {
      instance.power = ScaleSetInstance.Power.RUNNING;
      recordStep(instance);
      subscription.events().publishStarted(toInstance(instance));
      subscription.runLater(subscription.timing().provisioning(), () -> runExtension(instance, 0));
    }
  }

  /** Its extensions run one after another, and the first that fails is the last. */
  private void runExtension(ScaleSetInstance instance, int index) {
    if (!instance.hasState("Creating") && !instance.hasState("Updating")) {
      return;
    }
    List<JsonNode> all = ScaleSetModel.extensions(instance.model);
    if (index >= all.size()) {
      settle(instance, "Succeeded");
      return;
    }
    String name = all.get(index).path("name").asText();
    instance.extensions.put(name, "Updating");
    String subject = instance.set.name() + "/" + name;
    Duration extra =
        subscription
            .faults()
            .takeMatching(EnumSet.of(CloudFault.Kind.SLOW_BOOT), Compute.EXTENSION_ACTION, subject)
            .map(CloudFault::delay)
            .orElse(Duration.ZERO);
    boolean fails =
        subscription
            .faults()
            .takeMatching(
                EnumSet.of(CloudFault.Kind.FAILED_OPERATION), Compute.EXTENSION_ACTION, subject)
            .isPresent();
    subscription.runLater(
        subscription.timing().extension().plus(extra),
        () -> {
          if (!fails) {
            instance.extensions.put(name, "Succeeded");
            runExtension(instance, index + 1);
          } else if (instance.isMoving() && !instance.isDeleting()) {
            instance.extensions.put(name, "Failed");
            instance.failure =
                new LongOperation.Failure(
                    "VMExtensionProvisioningError",
                    "VM '%s' has reported a failure when processing extension '%s'. Error message: \"Enable failed\". More information on troubleshooting is available at https://aka.ms/vmextensionlinuxtroubleshoot."
                        .formatted(instance.name(), name));
            settle(instance, "Failed");
          }
        });
  }

  private void settle(ScaleSetInstance instance, String state) {
    instance.provisioningState = state;
    if (state.equals("Succeeded")) {
      instance.failure = null;
    }
    recordStep(instance);
    changed.accept(instance.set);
  }

  /** Brings an instance to the latest model, without booting it anew. */
  void upgrade(ScaleSetInstance instance) {
    if (instance.isMoving() || instance.isLatest()) {
      return;
    }
    instance.provisioningState = "Updating";
    instance.model = ScaleSetModel.of(instance.set);
    instance.modelVersion = instance.set.modelVersion;
    upgradeLater(instance);
  }

  private void upgradeLater(ScaleSetInstance instance) {
    subscription.runLater(
        subscription.timing().change(),
        () -> {
          if (instance.hasState("Updating")) {
            settle(instance, "Succeeded");
          }
        });
  }

  /** Orders an instance to go. */
  void delete(ScaleSetInstance instance) {
    if (!instance.isDeleting()) {
      instance.provisioningState = "Deleting";
      recordStep(instance);
      deleteLater(instance);
    }
  }

  private void deleteLater(ScaleSetInstance instance) {
    subscription.runLater(
        subscription.timing().deletion(),
        () -> {
          end(instance, ScaleSetInstance.Power.NONE);
          if (instance.set.instances.remove(instance)) {
            changed.accept(instance.set);
          }
        });
  }

  /** Ends an instance without warning, as failing hardware does; Azure still counts it. */
  boolean kill(ScaleSetInstance instance) {
    boolean ran = instance.isRunning();
    end(instance, ScaleSetInstance.Power.STOPPED);
    return ran;
  }

  /** Takes the hardware of a spot instance away, as its policy wants. */
  void evict(ScaleSetInstance instance) {
    boolean deletes =
        instance.model.path("profile").path("evictionPolicy").asText("Deallocate").equals("Delete");
    if (deletes) {
      instance.set.setCapacity(instance.set.capacity() - 1);
      delete(instance);
    } else {
      end(instance, ScaleSetInstance.Power.DEALLOCATED);
    }
  }

  private void end(ScaleSetInstance instance, ScaleSetInstance.Power power) {
    boolean ran = instance.isRunning();
    instance.power = power;
    if (ran) {
      recordStep(instance);
      subscription.events().publishTerminated(toInstance(instance));
    }
  }

  /** Goes on with an instance of another time, from the step in which it was. */
  void resume(ScaleSetInstance instance) {
    recordStep(instance);
    if (instance.isRunning()) {
      subscription.events().publishStarted(toInstance(instance));
    }
    switch (instance.provisioningState) {
      case "Deleting" -> deleteLater(instance);
      case "Updating" -> upgradeLater(instance);
      case "Creating" -> {
        switch (instance.power) {
          case STARTING -> subscription.runLater(subscription.timing().boot(), () -> run(instance));
          case RUNNING ->
              subscription.runLater(
                  subscription.timing().provisioning(), () -> runExtension(instance, 0));
          default -> allocateLater(instance);
        }
      }
      default -> {}
    }
  }

  private Optional<CloudFault> strike(CloudFault.Kind kind, ScaleSet set, String zone) {
    return subscription
        .faults()
        .takeMatching(
            EnumSet.of(kind),
            Compute.LAUNCH_ACTION,
            set.name() + "/" + Location.zoneLabel(set.location(), zone));
  }

  private static LongOperation.Failure noCapacity(ScaleSetInstance instance) {
    return instance.zone.isEmpty()
        ? new LongOperation.Failure(
            "AllocationFailed",
            "Allocation failed. We do not have sufficient capacity for the requested VM size in"
                + " this region. Read more about improving likelihood of allocation success at"
                + " https://aka.ms/allocation-guidance")
        : new LongOperation.Failure(
            "ZonalAllocationFailed",
            "Allocation failed. We do not have sufficient capacity for the requested VM size in"
                + " this zone. Read more about improving likelihood of allocation success at"
                + " https://aka.ms/allocation-guidance");
  }

  private void recordStep(ScaleSetInstance instance) {
    subscription
        .journal()
        .recordInstance(
            subscription.exactNow(),
            InstanceAddressing.node(instance),
            Location.zoneLabel(instance.set.location(), instance.zone),
            instance.set.name(),
            instance.phase(),
            instance.isRunning());
  }

  SimulatedInstance toInstance(ScaleSetInstance instance) {
    ScaleSet set = instance.set;
    Map<String, String> tags = new TreeMap<>();
    set.document
        .path("tags")
        .properties()
        .forEach(tag -> tags.put(tag.getKey(), tag.getValue().asText()));
    return new SimulatedInstance(
        InstanceAddressing.node(instance),
        set.name(),
        set.location(),
        Location.zoneLabel(set.location(), instance.zone),
        instance.computerName,
        instance.address,
        instance.size(),
        images.describe(instance.model.path("profile")),
        userData(instance.model),
        tags,
        metadata(instance));
  }

  static byte[] userData(ObjectNode model) {
    String text = model.path("profile").path("osProfile").path("customData").asText("");
    return Base64.getDecoder().decode(text);
  }

  /** What the metadata service tells of the machine, and the Kubernetes in its image. */
  private Map<String, String> metadata(ScaleSetInstance instance) {
    Map<String, String> metadata = new LinkedHashMap<>();
    metadata.put("location", instance.set.location());
    metadata.put("name", instance.name());
    metadata.put("resourceGroupName", instance.set.id.group());
    metadata.put("resourceId", InstanceAddressing.node(instance));
    metadata.put("subscriptionId", subscription.id());
    metadata.put("vmId", instance.vmId);
    metadata.put("vmScaleSetName", instance.set.name());
    metadata.put("vmSize", instance.size());
    metadata.put("zone", instance.zone);
    metadata.put("kubernetes-version", images.kubernetesVersion(instance.model.path("profile")));
    return metadata;
  }
}
