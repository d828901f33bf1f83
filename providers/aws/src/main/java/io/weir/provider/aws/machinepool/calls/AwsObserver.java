package io.weir.provider.aws.machinepool.calls;

import io.weir.provider.ObservationRequest;
import io.weir.provider.ObservationSink;
import io.weir.provider.ProviderException;
import io.weir.provider.ScopeReads;
import io.weir.provider.aws.api.AwsMetadataKeys;
import io.weir.provider.aws.group.ObservedGroup;
import io.weir.provider.aws.group.calls.GroupReader;
import io.weir.provider.aws.machinepool.AwsObservedState;
import io.weir.provider.aws.template.ObservedTemplate;
import io.weir.provider.aws.template.calls.TemplateCache;
import io.weir.provider.aws.template.calls.TemplateReader;
import java.time.Clock;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentSkipListSet;

/**
 * Looks at the pools of one scope. A regular look reads the groups only, a hundred a call; launch
 * templates come from {@link TemplateCache}, and are read when it does not know.
 */
public final class AwsObserver {

  private static final int READINGS = 3;

  private record OwnedTemplates() implements ScopeReads.Key<Map<String, ObservedTemplate>> {}

  private record OwnedGroups() implements ScopeReads.Key<Map<String, ObservedGroup>> {}

  private final TemplateCache templateCache = new TemplateCache();

  /** Names under which a look by name found what a look by our tags does not show. */
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
   * Looks, and reports each pool of which something is there.
   *
   * @throws ProviderException if AWS could not be asked to the end; what was reported holds
   */
  public void observe(
      PoolCalls calls,
      ScopeReads reads,
      ObservationRequest observationRequest,
      ObservationSink<AwsObservedState> out)
      throws ProviderException {
    switch (observationRequest) {
      case ObservationRequest.All _ -> all(calls, reads, out);
      case ObservationRequest.Only only -> some(calls, only, out);
    }
  }

  private void all(PoolCalls calls, ScopeReads reads, ObservationSink<AwsObservedState> out)
      throws ProviderException {
    Instant asOf = clock.instant();
    if (templateCache.needsFullRead(asOf)) {
      templateCache.recordAllTemplates(
          reads.get(new OwnedTemplates(), new TemplateReader(calls)::readOwned), asOf);
    }
    // Taken before the groups are read: what is deleted meanwhile is then found missing, not
    // missed.
    var names = new TreeSet<>(templateCache.names());
    var groups = new HashMap<>(reads.get(new OwnedGroups(), new GroupReader(calls)::readOwned));
    var strangers = Set.copyOf(foreignNames);
    if (!strangers.isEmpty()) {
      groups.putAll(named(calls, strangers, asOf));
    }
    names.addAll(groups.keySet());
    read(calls, templateCache.unmarkedNames(names, asOf), asOf);
    report(calls, names, groups, out);
  }

  private void some(
      PoolCalls calls, ObservationRequest.Only only, ObservationSink<AwsObservedState> out)
      throws ProviderException {
    Set<String> names = only.cloudNames();
    Instant asOf = clock.instant();
    read(calls, templateCache.unmarkedNames(names, asOf), asOf);
    report(calls, names, named(calls, names, clock.instant()), out);
  }

  private Map<String, ObservedGroup> named(PoolCalls calls, Set<String> names, Instant asOf)
      throws ProviderException {
    // What is learnt of templates stays, even should the look break off at the groups: a cloud that
    // refuses every so many calls cannot stop the same look at the same call for ever.
    readUnknown(calls, names, asOf);
    var groups = new GroupReader(calls).readNamed(names);
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

  private void readUnknown(PoolCalls calls, Set<String> names, Instant asOf)
      throws ProviderException {
    read(calls, templateCache.unknownNames(names), asOf);
  }

  private void read(PoolCalls calls, Set<String> names, Instant asOf) throws ProviderException {
    if (names.isEmpty()) {
      return;
    }
    var found = new TemplateReader(calls).readNamed(names);
    names.forEach(
        name -> templateCache.recordTemplate(name, Optional.ofNullable(found.get(name)), asOf));
  }

  /** A write that fails while we look makes a template unknown again: not known is not gone. */
  private Map<String, Optional<ObservedTemplate>> templates(PoolCalls calls, Set<String> names)
      throws ProviderException {
    for (int reading = 0; reading < READINGS; reading++) {
      readUnknown(calls, names, clock.instant());
      var known = templateCache.templates(names);
      if (known.isPresent()) {
        return known.get();
      }
    }
    throw new ProviderException.Transient("launch templates changed while they were read", null);
  }

  private void report(
      PoolCalls calls,
      Set<String> names,
      Map<String, ObservedGroup> groups,
      ObservationSink<AwsObservedState> out)
      throws ProviderException {
    var templates = templates(calls, names);
    for (String name : new TreeSet<>(names)) {
      var group = Optional.ofNullable(groups.get(name));
      var template = templates.getOrDefault(name, Optional.empty());
      if (group.isPresent() || template.isPresent()) {
        out.accept(name, new AwsObservedState(group, template));
      }
    }
  }
}
