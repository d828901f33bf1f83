package io.weir.provider.aws.observed;

import io.weir.provider.Interest;
import io.weir.provider.ProviderException;
import io.weir.provider.Sink;
import io.weir.provider.aws.api.AwsKeys;
import io.weir.provider.aws.calls.AwsCalls;
import java.time.Clock;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Looks at the pools of one scope. A regular look reads the groups only, a hundred a call; launch
 * templates come from {@link Memory}, and are read when it does not know.
 */
public final class Observer {

  private static final int READINGS = 3;

  private final Memory memory = new Memory();
  private final Troubles troubles = new Troubles();
  private final Clock clock;

  public Observer(Clock clock) {
    this.clock = clock;
  }

  /** What is known of the scope's templates; told of the answers to our writes. */
  public Memory memory() {
    return memory;
  }

  /**
   * Looks, and reports each pool of which something is there.
   *
   * @throws ProviderException if AWS could not be asked to the end; what was reported holds
   */
  public void observe(AwsCalls calls, Interest interest, Sink<AwsObserved> out)
      throws ProviderException {
    switch (interest) {
      case Interest.All all -> all(calls, all.closely(), out);
      case Interest.Only only -> some(calls, only, out);
    }
  }

  private void all(AwsCalls calls, Set<String> closely, Sink<AwsObserved> out)
      throws ProviderException {
    Instant asOf = clock.instant();
    if (memory.allStale(asOf)) {
      memory.noteAll(new TemplateReader(calls).ours(), asOf);
    }
    // Taken before the groups are read: what is deleted meanwhile is then found missing, not
    // missed.
    var names = new TreeSet<>(memory.names());
    Map<String, Group> groups = new GroupReader(calls).ours();
    var strangers = memory.strangers();
    if (!strangers.isEmpty()) {
      groups.putAll(named(calls, strangers, asOf));
    }
    names.addAll(groups.keySet());
    memory.hooks().read(groups.keySet(), calls, asOf);
    report(calls, names, closely, groups, out);
  }

  private void some(AwsCalls calls, Interest.Only only, Sink<AwsObserved> out)
      throws ProviderException {
    Set<String> names = only.cloudNames();
    report(calls, names, only.closely(), named(calls, names, clock.instant()), out);
  }

  private Map<String, Group> named(AwsCalls calls, Set<String> names, Instant asOf)
      throws ProviderException {
    // What is learnt of templates stays, even should the look break off at the groups: a cloud that
    // refuses every so many calls cannot stop the same look at the same call for ever.
    readUnknown(calls, names, asOf);
    var groups = new GroupReader(calls).named(names);
    var strange = new TreeSet<String>();
    for (String name : names) {
      boolean group = groups.containsKey(name) && !tagged(groups.get(name).tags());
      boolean template = memory.template(name).filter(found -> !tagged(found.tags())).isPresent();
      if (group || template) {
        strange.add(name);
      }
    }
    memory.noteStrangers(names, strange);
    return groups;
  }

  private static boolean tagged(Map<String, String> tags) {
    return AwsKeys.NODE_ROLE.equals(tags.get(AwsKeys.ROLE_TAG));
  }

  private void readUnknown(AwsCalls calls, Set<String> names, Instant asOf)
      throws ProviderException {
    var unknown = memory.unknown(names);
    if (unknown.isEmpty()) {
      return;
    }
    var found = new TemplateReader(calls).named(unknown);
    unknown.forEach(name -> memory.note(name, Optional.ofNullable(found.get(name)), asOf));
  }

  /** A write that fails while we look makes a template unknown again: not known is not gone. */
  private Map<String, Optional<Template>> templates(AwsCalls calls, Set<String> names)
      throws ProviderException {
    for (int reading = 0; reading < READINGS; reading++) {
      readUnknown(calls, names, clock.instant());
      var known = memory.templates(names);
      if (known.isPresent()) {
        return known.get();
      }
    }
    throw new ProviderException.Transient("launch templates changed while they were read", null);
  }

  private void report(
      AwsCalls calls,
      Set<String> names,
      Set<String> closely,
      Map<String, Group> groups,
      Sink<AwsObserved> out)
      throws ProviderException {
    var templates = templates(calls, names);
    memory.refreshes().keep(names, closely);
    for (String name : new TreeSet<>(names)) {
      var group = Optional.ofNullable(groups.get(name));
      var template = templates.getOrDefault(name, Optional.empty());
      if (group.isPresent() || template.isPresent()) {
        var trouble = group.flatMap(found -> troubles.of(found, calls, clock.instant()));
        var refreshes =
            group.isPresent() && closely.contains(name)
                ? memory.refreshes().of(name, calls, clock.instant())
                : new Refreshes.NotRead();
        out.seen(
            name, new AwsObserved(group, template, trouble, refreshes, memory.hooks().of(name)));
      }
    }
  }
}
