package io.weir.clouds.gcp.compute;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.weir.clouds.CloudFault;
import io.weir.clouds.SimulatedInstance;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;

/** What becomes of the machines of groups: they are made, repaired, replaced and deleted. */
final class MachineLifecycle {

  /** Name of the launches of machines in faults, with {@code group/zone} as resource. */
  static final String LAUNCH_ACTION = "LaunchInstance";

  private final Project project;
  private final Templates templates;
  private final Consumer<Group> gone;
  private final Runnable settled;
  private int quota = Integer.MAX_VALUE;
  private int alive;

  /**
   * @param gone told of a group that was to be deleted, once its last machine is gone
   * @param settled told whenever something of a group has changed
   */
  MachineLifecycle(Project project, Templates templates, Consumer<Group> gone, Runnable settled) {
    this.project = project;
    this.templates = templates;
    this.gone = gone;
    this.settled = settled;
  }

  /** How many machines there may be in the project. */
  void setQuota(int most) {
    quota = most;
  }

  /** Brings a group nearer to what it should be; called whenever something of it has changed. */
  void settle(Group group) {
    if (group.isDeleting()) {
      List.copyOf(group.machines).forEach(machine -> delete(group, machine));
      if (group.machines.isEmpty()) {
        gone.accept(group);
      }
    } else {
      bringNearer(group);
    }
    settled.run();
  }

  private void bringNearer(Group group) {
    boolean replaces = group.isProactive() && hasOutdated(group);
    int wanted = group.targetSize() + (replaces ? group.maxSurge() : 0);
    while (group.staying().size() < wanted) {
      create(group);
    }
    while (group.staying().size() > wanted) {
      delete(group, victim(group));
    }
    if (replaces) {
      replace(group);
    }
  }

  static boolean hasOutdated(Group group) {
    return group.staying().stream().anyMatch(each -> !each.template.equals(group.template()));
  }

  /** Those that do not run first, then those of an old template, then the youngest. */
  private static Machine victim(Group group) {
    List<Machine> staying = group.staying();
    return staying.stream()
        .min(
            Comparator.comparing(Machine::isRunning)
                .thenComparing(each -> each.template.equals(group.template()))
                .thenComparingInt(each -> -staying.indexOf(each)))
        .orElseThrow();
  }

  private void replace(Group group) {
    long running = group.staying().stream().filter(Machine::isStable).count();
    if (running > group.targetSize()) {
      group.staying().stream()
          .filter(each -> !each.template.equals(group.template()))
          .findFirst()
          .ifPresent(each -> delete(group, each));
    }
  }

  private void create(Group group) {
    String region = region(group);
    List<String> zones =
        group.zones(project.seed().regions().getOrDefault(region, List.of())).stream()
            .sorted(
                Comparator.comparingLong(
                    zone ->
                        group.staying().stream().filter(each -> each.zone.equals(zone)).count()))
            .toList();
    var machine =
        new Machine(
            group.settings.path("baseInstanceName").asText() + "-" + project.newSuffix(),
            zones.getFirst(),
            project.newAddress(),
            group.template());
    group.machines.add(machine);
    project.journal().recordCreation("Instance", group.name());
    recordStep(group, machine);
    allocateLater(group, machine, project.timing().allocation());
  }

  private String region(Group group) {
    String place = group.location.substring(group.location.indexOf('/') + 1);
    return group.location.startsWith("zones/") ? project.seed().regionOf(place).orElse("") : place;
  }

  private void allocateLater(Group group, Machine machine, Duration delay) {
    project.runLater(delay, () -> allocate(group, machine));
  }

  private void allocate(Group group, Machine machine) {
    boolean due = group.machines.contains(machine) && machine.isStaying() && machine.vmId.isEmpty();
    if (!due) {
      return;
    }
    if (strike(CloudFault.Kind.NO_CAPACITY, group, machine).isPresent()) {
      fail(
          group,
          machine,
          "ZONE_RESOURCE_POOL_EXHAUSTED",
          "The zone 'projects/%s/zones/%s' does not have enough resources available to fulfill the request."
              .formatted(project.id(), machine.zone));
      return;
    }
    if (alive >= quota) {
      fail(
          group,
          machine,
          "QUOTA_EXCEEDED",
          "Quota 'INSTANCES' exceeded.  Limit: %d.0 in region %s.".formatted(quota, region(group)));
      return;
    }
    alive++;
    machine.vmId = project.newNumber();
    machine.status = "PROVISIONING";
    machine.errorCode = "";
    machine.errorMessage = "";
    Duration extra =
        strike(CloudFault.Kind.SLOW_BOOT, group, machine)
            .map(CloudFault::delay)
            .orElse(Duration.ZERO);
    bootLater(group, machine, project.timing().boot().plus(extra));
  }

  /** The group tries it again and again. */
  private void fail(Group group, Machine machine, String code, String message) {
    machine.errorCode = code;
    machine.errorMessage = message;
    allocateLater(group, machine, project.timing().retry());
  }

  private void bootLater(Group group, Machine machine, Duration delay) {
    String vmId = machine.vmId;
    project.runLater(
        delay,
        () -> {
          if (machine.isStaying() && machine.vmId.equals(vmId)) {
            machine.status = "RUNNING";
            machine.action = "NONE";
            recordStep(group, machine);
            project.events().publishStarted(toInstance(group, machine));
            settle(group);
          }
        });
  }

  private Optional<CloudFault> strike(CloudFault.Kind kind, Group group, Machine machine) {
    return project
        .faults()
        .takeMatching(EnumSet.of(kind), LAUNCH_ACTION, group.name() + "/" + machine.zone);
  }

  /** Orders a machine to go. */
  void delete(Group group, Machine machine) {
    if (machine.isStaying()) {
      machine.action = "DELETING";
      if (!machine.status.isEmpty()) {
        boolean ran = machine.isRunning();
        machine.status = "STOPPING";
        recordStep(group, machine);
        if (ran) {
          project.events().publishTerminated(toInstance(group, machine));
        }
      }
      deleteLater(group, machine);
    }
  }

  private void deleteLater(Group group, Machine machine) {
    project.runLater(
        project.timing().deletion(),
        () -> {
          if (group.machines.remove(machine)) {
            alive -= machine.vmId.isEmpty() ? 0 : 1;
            settle(group);
          }
        });
  }

  /** Makes a machine anew under the same name, from the template of today. */
  void recreate(Group group, Machine machine) {
    remake(group, machine, group.template());
  }

  /** Ends a machine without warning, as failing hardware does; its group repairs it. */
  boolean kill(Group group, Machine machine) {
    boolean ran = machine.isRunning();
    if (ran) {
      remake(group, machine, group.updatesOnRepair() ? group.template() : machine.template);
    }
    return ran;
  }

  private void remake(Group group, Machine machine, String template) {
    if (!machine.isStaying() || machine.action.equals("RECREATING")) {
      return;
    }
    boolean ran = machine.isRunning();
    machine.action = "RECREATING";
    machine.template = template;
    if (!machine.status.isEmpty()) {
      machine.status = "STOPPING";
    }
    recordStep(group, machine);
    if (ran) {
      project.events().publishTerminated(toInstance(group, machine));
    }
    project.runLater(
        project.timing().deletion(),
        () -> {
          if (machine.action.equals("RECREATING")) {
            alive -= machine.vmId.isEmpty() ? 0 : 1;
            machine.vmId = "";
            machine.status = "";
            allocateLater(group, machine, project.timing().allocation());
          }
        });
  }

  /** Goes on with the machines of another time, each from the step in which it was. */
  void resume(Group group) {
    for (Machine machine : List.copyOf(group.machines)) {
      alive += machine.vmId.isEmpty() ? 0 : 1;
      recordStep(group, machine);
      if (!machine.isStaying()) {
        deleteLater(group, machine);
      } else if (machine.isRunning()) {
        project.events().publishStarted(toInstance(group, machine));
      } else if (machine.vmId.isEmpty() || machine.action.equals("RECREATING")) {
        alive -= machine.vmId.isEmpty() ? 0 : 1;
        machine.vmId = "";
        machine.status = "";
        allocateLater(group, machine, project.timing().allocation());
      } else {
        bootLater(group, machine, project.timing().boot());
      }
    }
  }

  private void recordStep(Group group, Machine machine) {
    project
        .journal()
        .recordInstance(
            project.exactNow(),
            machine.id(project.id()),
            machine.zone,
            group.name(),
            machine.phase(),
            machine.isRunning());
  }

  /** What a machine of a template finds at its first boot. */
  byte[] userData(String template) {
    return templates.find(template).stream()
        .flatMap(each -> each.at("/properties/metadata/items").valueStream())
        .filter(item -> item.path("key").asText().equals("user-data"))
        .map(item -> item.path("value").asText("").getBytes(StandardCharsets.UTF_8))
        .findFirst()
        .orElse(new byte[0]);
  }

  private SimulatedInstance toInstance(Group group, Machine machine) {
    JsonNode properties =
        templates
            .find(machine.template)
            .map(each -> each.path("properties"))
            .orElse(MissingNode.getInstance());
    String image = properties.at("/disks/0/initializeParams/sourceImage").asText("");
    var labels = new TreeMap<String, String>();
    properties
        .path("labels")
        .properties()
        .forEach(label -> labels.put(label.getKey(), label.getValue().asText()));
    return new SimulatedInstance(
        machine.id(project.id()),
        group.name(),
        region(group),
        machine.zone,
        "%s.%s.c.%s.internal".formatted(machine.name, machine.zone, project.id()),
        machine.address,
        properties.path("machineType").asText(""),
        image,
        userData(machine.template),
        labels,
        metadata(machine, properties, project.seed().images().getOrDefault(image, "")));
  }

  /** What its metadata server tells beside the user data, and what is in its image. */
  private static Map<String, String> metadata(
      Machine machine, JsonNode properties, String kubernetes) {
    var metadata = new TreeMap<String, String>();
    metadata.put("kubernetes-version", kubernetes);
    for (JsonNode item : properties.at("/metadata/items")) {
      if (!item.path("key").asText().equals("user-data")) {
        metadata.put(item.path("key").asText(), item.path("value").asText(""));
      }
    }
    metadata.put("instance-number", machine.vmId);
    return metadata;
  }
}
