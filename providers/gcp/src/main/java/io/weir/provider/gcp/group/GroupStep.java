package io.weir.provider.gcp.group;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.Json;
import io.weir.provider.PlanStep;
import io.weir.provider.gcp.template.DesiredTemplate;
import io.weir.provider.gcp.template.TemplateMarks;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * A write to Compute Engine. Each is accepted first and done later, so that nothing is planned on
 * what it leads to: one that others may go before can be skipped when it fails.
 */
public sealed interface GroupStep extends PlanStep {

  /** The group's. */
  String name();

  @Override
  default boolean canBeSkipped() {
    return true;
  }

  /** Makes an instance template. */
  record CreateTemplate(String name, DesiredTemplate want, TemplateMarks marks, String reason)
      implements GroupStep {

    /** Its name. */
    public String template() {
      return want.name(marks);
    }

    @Override
    public String description() {
      return "create instance template " + template();
    }

    @Override
    public Object goalKey() {
      return List.of("template", template());
    }

    /** Without the user data, which renews itself. */
    @Override
    public Object backoffKey() {
      return List.of("template", want.properties().toString(), want.revision());
    }
  }

  /**
   * Makes a group.
   *
   * @param template name of its template
   * @param size how many machines it begins with
   */
  record CreateGroup(DesiredGroup want, String template, int size, String reason)
      implements GroupStep {
    @Override
    public String name() {
      return want.name();
    }

    @Override
    public String description() {
      return "create managed instance group %s in %s".formatted(name(), want.location());
    }

    @Override
    public Object goalKey() {
      return List.of("create", name(), want.location(), template);
    }

    @Override
    public Object backoffKey() {
      return List.of("create", name(), want.location(), want.template().properties().toString());
    }

    /** The request. */
    public ObjectNode request() {
      ObjectNode group = Json.MAPPER.createObjectNode();
      group.put("name", name());
      group.put("baseInstanceName", want.template().pool());
      group.put("description", "Made by Weir for " + want.marks().pool());
      group.put("instanceTemplate", "global/instanceTemplates/" + template);
      group.put("targetSize", size);
      boolean regional = want.location().isRegional();
      if (regional) {
        ArrayNode zones = group.putObject("distributionPolicy").putArray("zones");
        want.zones().forEach(zone -> zones.addObject().put("zone", "zones/" + zone));
      }
      group.setAll(
          GroupSettings.of(
              want.marks(), GroupSettings.OPPORTUNISTIC, regional, want.zones().size()));
      return group;
    }
  }

  /** Marks a group as the pool's, and lets it replace nothing by itself. */
  record ClaimGroup(
      String name, GroupLocation location, ObjectNode patch, String eventReason, String reason)
      implements GroupStep {
    public ClaimGroup {
      patch = patch.deepCopy();
    }

    @Override
    public String description() {
      return "mark managed instance group %s as this pool's".formatted(name);
    }

    @Override
    public boolean endsPass() {
      return true;
    }

    @Override
    public boolean canBeSkipped() {
      return false;
    }
  }

  /** Has the group make machines from a template from now on; those that there are stay. */
  record SetTemplate(String name, GroupLocation location, String template, String reason)
      implements GroupStep {
    @Override
    public String description() {
      return "have managed instance group %s use instance template %s".formatted(name, template);
    }

    @Override
    public Object goalKey() {
      return List.of("use", name, template);
    }
  }

  /**
   * Changes settings.
   *
   * @param patch the fields that differ, and what the group was seen to be
   * @param endsInstances how many machines Google replaces for it, at most
   */
  record UpdateGroup(
      String name, GroupLocation location, ObjectNode patch, int endsInstances, String reason)
      implements GroupStep {
    public UpdateGroup {
      patch = patch.deepCopy();
    }

    @Override
    public String description() {
      return "update managed instance group " + name;
    }

    @Override
    public Object goalKey() {
      return List.of("update", name, patch.deepCopy().without("fingerprint"));
    }
  }

  /** Sets how many machines there should be; never fewer than there are. */
  record ResizeGroup(String name, GroupLocation location, int size, String reason)
      implements GroupStep {
    @Override
    public String description() {
      return "set the size of managed instance group %s to %d".formatted(name, size);
    }

    @Override
    public Object goalKey() {
      return List.of("size", name, size);
    }
  }

  /**
   * Deletes machines; the size falls with them.
   *
   * @param instances their addresses within the project
   * @param since when that was decided
   */
  record DeleteInstances(
      String name, GroupLocation location, List<String> instances, Instant since, String reason)
      implements GroupStep {
    public DeleteInstances {
      instances = List.copyOf(instances);
    }

    @Override
    public String description() {
      return "delete %s".formatted(InstanceNames.of(instances, name));
    }

    @Override
    public boolean deletes() {
      return true;
    }

    @Override
    public int endsInstances() {
      return instances.size();
    }

    @Override
    public Optional<Instant> decidedAt() {
      return Optional.of(since);
    }

    @Override
    public Object goalKey() {
      return List.of("delete", name, instances, since);
    }

    /** The request. One that is going already must not fail the others. */
    public JsonNode request() {
      return InstanceNames.request(instances).put("skipInstancesOnValidationError", true);
    }
  }

  /**
   * Has machines made anew under the same names, from the template of today; the size stays, which
   * somebody else decides.
   *
   * @param instances their addresses within the project
   * @param since when that was decided
   */
  record RecreateInstances(
      String name, GroupLocation location, List<String> instances, Instant since, String reason)
      implements GroupStep {
    public RecreateInstances {
      instances = List.copyOf(instances);
    }

    @Override
    public String description() {
      return "recreate %s".formatted(InstanceNames.of(instances, name));
    }

    @Override
    public int endsInstances() {
      return instances.size();
    }

    @Override
    public Optional<Instant> decidedAt() {
      return Optional.of(since);
    }

    @Override
    public Object goalKey() {
      return List.of("recreate", name, instances, since);
    }

    /** The request. */
    public JsonNode request() {
      return InstanceNames.request(instances);
    }
  }

  /**
   * Deletes the group with its machines.
   *
   * @param endsInstances how many it has
   */
  record DeleteGroup(String name, GroupLocation location, int endsInstances) implements GroupStep {
    @Override
    public String description() {
      return "delete managed instance group " + name;
    }

    @Override
    public String reason() {
      return "the pool is being deleted, the group has %d %s"
          .formatted(endsInstances, endsInstances == 1 ? "machine" : "machines");
    }

    @Override
    public boolean deletes() {
      return true;
    }

    @Override
    public Object goalKey() {
      return description();
    }
  }

  /** Deletes an instance template that nothing uses. */
  record DeleteTemplate(String name, String template, String reason) implements GroupStep {
    @Override
    public String description() {
      return "delete instance template " + template;
    }

    @Override
    public boolean deletes() {
      return true;
    }

    @Override
    public Object goalKey() {
      return description();
    }
  }

  /** Machines by their addresses. */
  final class InstanceNames {
    private InstanceNames() {}

    private static String of(List<String> instances, String group) {
      return "%s %s of managed instance group %s"
          .formatted(
              instances.size() == 1 ? "machine" : "machines",
              String.join(
                  ", ",
                  instances.stream()
                      .map(each -> each.substring(each.lastIndexOf('/') + 1))
                      .toList()),
              group);
    }

    private static ObjectNode request(List<String> instances) {
      ObjectNode request = Json.MAPPER.createObjectNode();
      ArrayNode list = request.putArray("instances");
      instances.forEach(list::add);
      return request;
    }
  }
}
