package io.weir.provider.aws.observed;

import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * What is known of the launch templates of a scope, so that a regular look need not read them: they
 * change by our own writes, and a change by others is found when all are read again. Nothing here
 * outlives the process; a new one reads all once.
 */
public final class Memory {

  /** How long a change of a template by others may go unseen. */
  private static final Duration ALL_AGAIN_AFTER = Duration.ofMinutes(30);

  private record Known(Optional<Template> template, Instant asOf) {}

  private final RefreshReader refreshes = new RefreshReader();
  private final HookReader hooks = new HookReader();
  private final Map<String, Known> templates = new HashMap<>();
  private final Map<String, Instant> doubts = new HashMap<>();
  private final Set<String> strangers = new TreeSet<>();
  private Instant allRead = Instant.MIN;

  /** What is known of instance refreshes. */
  public RefreshReader refreshes() {
    return refreshes;
  }

  /** What is known of lifecycle hooks. */
  public HookReader hooks() {
    return hooks;
  }

  /** Notes what a write's answer, or a look that began then, showed of a template. */
  public synchronized void note(String name, Optional<Template> template, Instant asOf) {
    var known = templates.get(name);
    var doubted = doubts.get(name);
    boolean late = known != null && known.asOf().isAfter(asOf);
    if (!late && (doubted == null || !doubted.isAfter(asOf))) {
      doubts.remove(name);
      templates.put(name, new Known(template, asOf));
    }
  }

  /** Forgets a template that a failed write may have changed; looks begun before do not count. */
  public synchronized void doubt(String name, Instant now) {
    templates.remove(name);
    doubts.put(name, now);
  }

  /** Notes all that a complete look at our templates, begun then, showed. */
  synchronized void noteAll(Map<String, Template> seen, Instant asOf) {
    templates.entrySet().removeIf(entry -> entry.getValue().asOf().isBefore(asOf));
    seen.forEach((name, template) -> note(name, Optional.of(template), asOf));
    allRead = asOf;
  }

  synchronized boolean allStale(Instant now) {
    return allRead.isBefore(now.minus(ALL_AGAIN_AFTER));
  }

  /** Those of the names that a look must read. */
  synchronized Set<String> unknown(Collection<String> names) {
    var unknown = new TreeSet<>(names);
    unknown.removeAll(templates.keySet());
    return unknown;
  }

  synchronized Optional<Template> template(String name) {
    var known = templates.get(name);
    return known == null ? Optional.empty() : known.template();
  }

  /** What is known of all the names, as of one moment; empty while one of them is unknown. */
  synchronized Optional<Map<String, Optional<Template>>> templates(Collection<String> names) {
    var found = new HashMap<String, Optional<Template>>();
    names.forEach(name -> found.put(name, template(name)));
    return unknown(names).isEmpty() ? Optional.of(found) : Optional.empty();
  }

  /** Names of the templates that are there, or may be. */
  synchronized Set<String> names() {
    var names = new HashSet<>(doubts.keySet());
    templates.forEach((name, known) -> known.template().ifPresent(there -> names.add(name)));
    return names;
  }

  /** Notes names under which a look by name found what a look by our tags does not show. */
  synchronized void noteStrangers(Collection<String> looked, Collection<String> strange) {
    strangers.removeAll(looked);
    strangers.addAll(strange);
  }

  synchronized Set<String> strangers() {
    return Set.copyOf(strangers);
  }
}
