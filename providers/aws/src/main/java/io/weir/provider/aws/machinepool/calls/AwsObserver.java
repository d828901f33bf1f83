package io.weir.provider.aws.machinepool.calls;

import io.weir.provider.ObservationRequest;
import io.weir.provider.ObservationSink;
import io.weir.provider.ProviderException;
import io.weir.provider.ScopeReads;
import io.weir.provider.aws.api.AwsMetadataKeys;
import io.weir.provider.aws.group.ObservedGroup;
import io.weir.provider.aws.group.calls.GroupReader;
import io.weir.provider.aws.group.calls.GroupReader.GroupPage;
import io.weir.provider.aws.machinepool.AwsObservedState;
import io.weir.provider.aws.template.calls.TemplateCache;
import io.weir.provider.aws.template.calls.TemplateObserver;
import java.time.Clock;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentSkipListSet;

/**
 * Observes the pools of one scope. Regularly the groups are read only, a hundred a call, and each
 * page is handed over before the next is read; launch templates come from {@link TemplateCache},
 * and are read when it does not know. Templates without a group come last: only the end of all
 * pages tells that there is none.
 */
public final class AwsObserver {

  private record OwnedGroups(Optional<String> from) implements ScopeReads.Key<GroupPage> {}

  private final TemplateCache templateCache = new TemplateCache();

  /** Names under which a read by name found what a read by our tags does not show. */
  private final Set<String> foreignNames = new ConcurrentSkipListSet<>();

  private final Clock clock;

  public AwsObserver(Clock clock) {
    this.clock = clock;
  }

  /** What is known of the scope's templates; told of the answers to our writes. */
  public TemplateCache cache() {
    return templateCache;
  }

  /**
   * Observes, and hands over each pool of which something is there.
   *
   * @throws ProviderException if AWS could not be asked to the end; what was handed over holds
   */
  public void observe(
      PoolCalls calls,
      ScopeReads reads,
      ObservationRequest observationRequest,
      ObservationSink<AwsObservedState> out)
      throws ProviderException {
    var templates = new TemplateObserver(calls, templateCache, clock);
    var groups = new GroupReader(calls);
    switch (observationRequest) {
      case ObservationRequest.All _ -> all(templates, groups, reads, out);
      case ObservationRequest.Only(Set<String> names) -> {
        templates.readUnmarked(names);
        handOver(names, named(templates, groups, names), templates, out);
      }
    }
  }

  private void all(
      TemplateObserver templates,
      GroupReader reader,
      ScopeReads reads,
      ObservationSink<AwsObservedState> out)
      throws ProviderException {
    templates.readAllIfDue(reads);
    // Taken before the groups are read: what is deleted meanwhile is then found missing, not
    // missed.
    var left = new TreeSet<>(templateCache.names());
    templates.readUnmarked(left);
    var groups = new TreeMap<String, ObservedGroup>();
    Optional<String> next = Optional.empty();
    do {
      Optional<String> from = next;
      GroupPage page = reads.get(new OwnedGroups(from), () -> reader.readOwned(from));
      var unknown = handOverKnown(page.groups(), out);
      page.groups().forEach(group -> left.remove(group.name()));
      left.addAll(unknown.keySet());
      groups.putAll(unknown);
      next = page.next();
    } while (next.isPresent());
    var strangers = Set.copyOf(foreignNames);
    if (!strangers.isEmpty()) {
      groups.putAll(named(templates, reader, strangers));
      left.addAll(strangers);
    }
    handOver(left, groups, templates, out);
  }

  /** Those whose templates are known. Of the others, what they have is read for all at once. */
  private Map<String, ObservedGroup> handOverKnown(
      Collection<ObservedGroup> groups, ObservationSink<AwsObservedState> out) {
    var unknown = new HashMap<String, ObservedGroup>();
    for (ObservedGroup group : groups) {
      templateCache
          .templates(List.of(group.name()))
          .map(known -> known.getOrDefault(group.name(), Optional.empty()))
          .ifPresentOrElse(
              template ->
                  out.accept(group.name(), new AwsObservedState(Optional.of(group), template)),
              () -> unknown.put(group.name(), group));
    }
    return unknown;
  }

  private static void handOver(
      Set<String> names,
      Map<String, ObservedGroup> groups,
      TemplateObserver observer,
      ObservationSink<AwsObservedState> out)
      throws ProviderException {
    var templates = observer.templates(names);
    for (String name : new TreeSet<>(names)) {
      var group = Optional.ofNullable(groups.get(name));
      var template = templates.getOrDefault(name, Optional.empty());
      if (group.isPresent() || template.isPresent()) {
        out.accept(name, new AwsObservedState(group, template));
      }
    }
  }

  private Map<String, ObservedGroup> named(
      TemplateObserver templates, GroupReader reader, Set<String> names) throws ProviderException {
    // What is learnt of templates stays, even should the observation break off at the groups: a
    // cloud that refuses every so many calls cannot stop the same one at the same call for ever.
    templates.readUnknown(names);
    var groups = reader.readNamed(names);
    var strange = new TreeSet<String>();
    for (String name : names) {
      boolean group = groups.containsKey(name) && !tagged(groups.get(name).tags());
      boolean template =
          templateCache.template(name).filter(found -> !tagged(found.tags())).isPresent();
      if (group || template) {
        strange.add(name);
      }
    }
    foreignNames.removeIf(name -> names.contains(name) && !strange.contains(name));
    foreignNames.addAll(strange);
    return groups;
  }

  private static boolean tagged(Map<String, String> tags) {
    return AwsMetadataKeys.NODE_ROLE.equals(tags.get(AwsMetadataKeys.ROLE_TAG));
  }
}
