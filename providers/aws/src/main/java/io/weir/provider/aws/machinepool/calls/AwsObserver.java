package io.weir.provider.aws.machinepool.calls;

import io.weir.provider.ObservationRequest;
import io.weir.provider.ObservationSink;
import io.weir.provider.ProviderException;
import io.weir.provider.ScopeReads;
import io.weir.provider.aws.api.AwsMetadataKeys;
import io.weir.provider.aws.group.ObservedGroup;
import io.weir.provider.aws.group.calls.GroupReader;
import io.weir.provider.aws.group.calls.GroupReader.GroupPage;
import io.weir.provider.aws.group.calls.MachineReader;
import io.weir.provider.aws.machinepool.AwsObservedState;
import io.weir.provider.aws.template.ObservedTemplate;
import io.weir.provider.aws.template.calls.TemplateCache;
import io.weir.provider.aws.template.calls.TemplateObserver;
import java.time.Clock;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentSkipListSet;

/**
 * Observes the pools of one scope. Regularly the groups are read only, a hundred a call, and each
 * page is handed over before the next is read; launch templates come from {@link TemplateCache}.
 * Templates without a group come after the last page; that there is none, only a read by name
 * tells. It is made when all else is handed over: if it fails, nobody else waits.
 */
public final class AwsObserver {

  private record OwnedGroups(Optional<String> from) implements ScopeReads.Key<GroupPage> {}

  private record NamedGroups(Set<String> names)
      implements ScopeReads.Key<Map<String, ObservedGroup>> {}

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
      case ObservationRequest.Only(Set<String> names) -> only(templates, groups, names, out);
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
    left.addAll(foreignNames);
    var groups = new TreeMap<String, ObservedGroup>();
    var pages = GroupReader.pages();
    Optional<String> next = Optional.empty();
    do {
      Optional<String> from = next;
      GroupPage page = reads.get(new OwnedGroups(from), () -> reader.readOwned(from));
      page.groups().forEach(group -> groups.put(group.name(), group));
      var names = page.groups().stream().map(ObservedGroup::name).toList();
      left.addAll(names);
      left.removeAll(handOverKnown(names, groups, templates, out));
      next = pages.next(page.next().orElse(null));
    } while (next.isPresent());
    var unseen = new TreeSet<>(left);
    unseen.removeAll(groups.keySet());
    readUnseen(unseen, groups, reader, reads);
    left.removeAll(handOverKnown(unseen, groups, templates, out));
    templates.readDue(left);
    noteForeign(unseen, groups);
    handOver(left, groups, templates, out);
  }

  /**
   * Looks for what is left of pools that are about to be released, past all that is known, and
   * hands over each of which something is there.
   *
   * @throws ProviderException if AWS could not be asked to the end
   */
  public void observeRemains(
      PoolCalls calls, Set<String> names, ObservationSink<AwsObservedState> out)
      throws ProviderException {
    var templates = new TemplateObserver(calls, templateCache, clock).readNow(names);
    var groups = new GroupReader(calls).readNamed(names);
    noteForeign(names, groups);
    var machines = new MachineReader(calls).readOfGroups(names);
    for (String name : names) {
      var group = Optional.ofNullable(groups.get(name));
      var seen =
          new AwsObservedState(group, Optional.ofNullable(templates.get(name)))
              .withOutliving(
                  group.isPresent() ? List.of() : machines.getOrDefault(name, List.of()));
      if (!seen.equals(AwsObservedState.ABSENT)) {
        out.accept(name, seen);
      }
    }
  }

  private void only(
      TemplateObserver templates,
      GroupReader reader,
      Set<String> names,
      ObservationSink<AwsObservedState> out)
      throws ProviderException {
    // What is learnt of templates stays, even should the observation break off at the groups: a
    // cloud that refuses every so many calls cannot stop the same one at the same call for ever.
    templates.readUnknown(names);
    var groups = reader.readNamed(names);
    noteForeign(names, groups);
    var left = new TreeSet<>(names);
    left.removeAll(handOverKnown(names, groups, templates, out));
    templates.readDue(left);
    handOver(left, groups, templates, out);
  }

  /**
   * Hands over those whose templates are known, with their groups.
   *
   * @return whose templates are known
   */
  private Set<String> handOverKnown(
      Collection<String> names,
      Map<String, ObservedGroup> groups,
      TemplateObserver templates,
      ObservationSink<AwsObservedState> out) {
    var known = new TreeSet<>(names);
    known.removeAll(templates.dueNames(names));
    // A write that fails meanwhile makes a template unknown again.
    known.removeIf(
        name -> {
          var found = templateCache.templates(List.of(name));
          found.ifPresent(template -> handOver(name, groups, template, out));
          return found.isEmpty();
        });
    return known;
  }

  private static void handOver(
      Set<String> names,
      Map<String, ObservedGroup> groups,
      TemplateObserver observer,
      ObservationSink<AwsObservedState> out)
      throws ProviderException {
    var templates = observer.templates(names);
    names.forEach(name -> handOver(name, groups, templates, out));
  }

  private static void handOver(
      String name,
      Map<String, ObservedGroup> groups,
      Map<String, Optional<ObservedTemplate>> templates,
      ObservationSink<AwsObservedState> out) {
    var group = Optional.ofNullable(groups.get(name));
    var template = templates.getOrDefault(name, Optional.empty());
    if (group.isPresent() || template.isPresent()) {
      out.accept(name, new AwsObservedState(group, template));
    }
  }

  /**
   * Reads the groups that no page shows although something else is known of their names: a page
   * shows those that carry our tag, which anybody may remove and which a list may lack for a while.
   * Names of others are noted first, so that a failure proves no absence later either.
   */
  private void readUnseen(
      Set<String> names, Map<String, ObservedGroup> groups, GroupReader reader, ScopeReads reads)
      throws ProviderException {
    names.stream().filter(this::isForeign).forEach(foreignNames::add);
    groups.putAll(reads.get(new NamedGroups(Set.copyOf(names)), () -> reader.readNamed(names)));
  }

  private void noteForeign(Set<String> names, Map<String, ObservedGroup> groups) {
    for (String name : names) {
      var group = groups.get(name);
      if (hasForeignTemplate(name) || (group != null && !tagged(group.tags()))) {
        foreignNames.add(name);
      } else {
        foreignNames.remove(name);
      }
    }
  }

  private boolean isForeign(String name) {
    return foreignNames.contains(name) || hasForeignTemplate(name);
  }

  private boolean hasForeignTemplate(String name) {
    return templateCache.template(name).filter(found -> !tagged(found.tags())).isPresent();
  }

  private static boolean tagged(Map<String, String> tags) {
    return AwsMetadataKeys.NODE_ROLE.equals(tags.get(AwsMetadataKeys.ROLE_TAG));
  }
}
