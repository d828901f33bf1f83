package io.weir.provider.gcp.machinepool.calls;

import com.fasterxml.jackson.databind.JsonNode;
import io.weir.api.Json;
import io.weir.provider.ObservationRequest;
import io.weir.provider.ObservationSink;
import io.weir.provider.ProviderException;
import io.weir.provider.ScopeReads;
import io.weir.provider.gcp.account.calls.ComputeClient;
import io.weir.provider.gcp.api.GroupMarks;
import io.weir.provider.gcp.group.ManagedInstance;
import io.weir.provider.gcp.group.ObservedGroup;
import io.weir.provider.gcp.group.OperationStatus;
import io.weir.provider.gcp.group.calls.GroupCalls;
import io.weir.provider.gcp.group.calls.MemberCache;
import io.weir.provider.gcp.template.InstanceTemplate;
import io.weir.provider.gcp.template.TemplateMarks;
import java.time.Clock;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Observes the groups of one scope. Two lists show all of them; the machines of each take a call of
 * their own, which is spared for a while where nothing happens.
 */
public final class GroupObserver {

  private record Groups() implements ScopeReads.Key<List<JsonNode>> {}

  private record Templates() implements ScopeReads.Key<List<InstanceTemplate>> {}

  private final Operations operations;
  private final MemberCache cache;

  /** Nothing is known yet. */
  public GroupObserver(Clock clock) {
    this.operations = new Operations(clock);
    this.cache = new MemberCache(clock);
  }

  Operations operations() {
    return operations;
  }

  /** After a write, or an attempt at one: what was read of the group is not believed any more. */
  void invalidate(String name) {
    cache.invalidate(name);
  }

  /**
   * Observes, and hands over each group that is there, whosever it is, and what is left of others.
   *
   * @throws ProviderException if something could not be read to the end; what was handed over holds
   */
  public void observe(
      ComputeClient client,
      ScopeReads reads,
      ObservationRequest observationRequest,
      ObservationSink<ObservedGroup> out)
      throws ProviderException {
    var calls = new GroupCalls(client);
    for (String name : operations.groups()) {
      if (isAskedFor(observationRequest, name)) {
        // Before the lists: what has ended by then shows in them.
        operations.follow(client, name);
      }
    }
    var groups = reads.get(new Groups(), calls::groups);
    var templates = reads.get(new Templates(), calls::templates);
    for (String name : names(groups, templates)) {
      if (isAskedFor(observationRequest, name)) {
        Optional<ObservedGroup> seen = observed(calls, name, groups, templates);
        if (seen.isPresent()) {
          out.accept(name, seen.get());
        }
      }
    }
  }

  private static boolean isAskedFor(ObservationRequest request, String name) {
    return switch (request) {
      case ObservationRequest.All _ -> true;
      case ObservationRequest.Only(Set<String> names) -> names.contains(name);
    };
  }

  private Set<String> names(List<JsonNode> groups, List<InstanceTemplate> templates) {
    var names = new TreeSet<>(operations.groups());
    groups.forEach(group -> names.add(group.path("name").asText("")));
    templates.forEach(template -> template.marks().map(TemplateMarks::group).ifPresent(names::add));
    return names;
  }

  private Optional<ObservedGroup> observed(
      GroupCalls calls, String name, List<JsonNode> groups, List<InstanceTemplate> templates)
      throws ProviderException {
    Map<String, InstanceTemplate> byName =
        templates.stream()
            .collect(Collectors.toMap(InstanceTemplate::name, Function.identity(), (a, _) -> a));
    JsonNode group =
        groups.stream()
            .filter(each -> each.path("name").asText("").equals(name))
            .min(
                Comparator.comparing((JsonNode each) -> !isMarked(each))
                    .thenComparing(each -> each.path("selfLink").asText("")))
            .orElse(Json.MAPPER.missingNode());
    OperationStatus status = operations.status(name);
    var alone = observed(calls, name, group, List.of(), Map.of(), status);
    List<ManagedInstance> members =
        isWorthReading(alone, byName) ? cache.membersOf(alone.group(), calls) : List.of();
    var used = new TreeSet<>(alone.usedTemplates());
    members.forEach(member -> used.add(member.template()));
    var ofGroup = new TreeMap<String, InstanceTemplate>();
    byName.forEach(
        (key, template) -> {
          boolean marked = template.marks().filter(marks -> marks.group().equals(name)).isPresent();
          if (marked || used.contains(key)) {
            ofGroup.put(key, template);
          }
        });
    if (!group.isObject() && ofGroup.isEmpty() && !status.waiting()) {
      operations.forget(name);
      return Optional.empty();
    }
    return Optional.of(observed(calls, name, group, members, ofGroup, status));
  }

  private static ObservedGroup observed(
      GroupCalls calls,
      String name,
      JsonNode group,
      List<ManagedInstance> members,
      Map<String, InstanceTemplate> templates,
      OperationStatus status) {
    return new ObservedGroup(
        name, calls.client().scope().project(), group, members, templates, status);
  }

  private static boolean isMarked(JsonNode group) {
    JsonNode metadata = group.path("allInstancesConfig").path("properties").path("metadata");
    return metadata.has(GroupMarks.POOL) || metadata.has(GroupMarks.MANAGEMENT_CLUSTER);
  }

  /** Groups of no pool, such as those of Kubernetes Engine, are none of ours. */
  private static boolean isWorthReading(
      ObservedGroup alone, Map<String, InstanceTemplate> templates) {
    return alone.hasGroup()
        && (isMarked(alone.group())
            || alone.usedTemplates().stream()
                .map(templates::get)
                .anyMatch(
                    used ->
                        used != null && (!used.clusters().isEmpty() || used.marks().isPresent())));
  }

  /**
   * The zones of the region.
   *
   * @throws ProviderException if they could not be read
   */
  public static List<String> zones(ComputeClient client) throws ProviderException {
    return new GroupCalls(client).zones();
  }
}
