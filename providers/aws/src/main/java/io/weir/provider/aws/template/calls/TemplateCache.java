package io.weir.provider.aws.template.calls;

import io.weir.provider.aws.tag.TagMarks;
import io.weir.provider.aws.template.ObservedTemplate;
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
public final class TemplateCache {

  /** How long a change of a template by others may go unseen. */
  private static final Duration ALL_AGAIN_AFTER = Duration.ofMinutes(30);

  /** The same for one without marks. */
  private static final Duration UNMARKED_AGAIN_AFTER = Duration.ofMinutes(1);

  private record KnownTemplate(Optional<ObservedTemplate> template, Instant asOf) {}

  private final Map<String, KnownTemplate> templates = new HashMap<>();
  private final Map<String, Instant> doubts = new HashMap<>();
  private final Map<String, Long> lastTakenBack = new HashMap<>();
  private Instant allRead = Instant.MIN;

  /** Notes what a write's answer, or a look that began then, showed of a template. */
  public synchronized void recordTemplate(
      String name, Optional<ObservedTemplate> template, Instant asOf) {
    var knownTemplate = templates.get(name);
    var doubted = doubts.get(name);
    boolean late = knownTemplate != null && knownTemplate.asOf().isAfter(asOf);
    if (!late && (doubted == null || !doubted.isAfter(asOf))) {
      doubts.remove(name);
      templates.put(name, new KnownTemplate(template, asOf));
    }
  }

  /** Forgets a template that a failed write may have changed; looks begun before do not count. */
  public synchronized void invalidate(String name, Instant now) {
    templates.remove(name);
    doubts.put(name, now);
  }

  /**
   * Notes all that a complete look at our templates, begun then, showed. What was there and is not
   * among them may be gone, or may have lost the tag by which ours are found: it is in doubt until
   * it is read by name.
   */
  synchronized void recordAllTemplates(Map<String, ObservedTemplate> seen, Instant asOf) {
    var before = Map.copyOf(templates);
    templates.entrySet().removeIf(entry -> entry.getValue().asOf().isBefore(asOf));
    before.forEach(
        (name, knownTemplate) -> {
          if (knownTemplate.template().isPresent()
              && !templates.containsKey(name)
              && !seen.containsKey(name)) {
            doubts.put(name, asOf);
          }
        });
    seen.forEach(
        (name, observedTemplate) -> recordTemplate(name, Optional.of(observedTemplate), asOf));
    allRead = asOf;
  }

  synchronized boolean needsFullRead(Instant now) {
    return allRead.isBefore(now.minus(ALL_AGAIN_AFTER));
  }

  /**
   * Those of the names whose template is unknown, or lacks marks and was not read lately: people
   * may set them.
   */
  synchronized Set<String> dueNames(Collection<String> names, Instant now) {
    var due = new TreeSet<>(names);
    due.removeIf(
        name -> {
          var known = templates.get(name);
          return known != null
              && (known.asOf().isAfter(now.minus(UNMARKED_AGAIN_AFTER))
                  || known.template().filter(there -> !TagMarks.areOn(there.tags())).isEmpty());
        });
    return due;
  }

  /** Those of the names that a look must read. */
  synchronized Set<String> unknownNames(Collection<String> names) {
    var unknown = new TreeSet<>(names);
    unknown.removeAll(templates.keySet());
    return unknown;
  }

  /** What is known of one; empty also if nothing is. */
  public synchronized Optional<ObservedTemplate> template(String name) {
    var knownTemplate = templates.get(name);
    return knownTemplate == null ? Optional.empty() : knownTemplate.template();
  }

  /** What is known of all the names, as of one moment; empty while one of them is unknown. */
  public synchronized Optional<Map<String, Optional<ObservedTemplate>>> templates(
      Collection<String> names) {
    var found = new HashMap<String, Optional<ObservedTemplate>>();
    names.forEach(name -> found.put(name, template(name)));
    return unknownNames(names).isEmpty() ? Optional.of(found) : Optional.empty();
  }

  /** Notes that a version of a template was taken back, by the template's id. */
  synchronized void recordTakenBack(String templateId, long version) {
    lastTakenBack.put(templateId, version);
  }

  /** The version of a template that was taken back last; 0 if none was. */
  synchronized long lastTakenBack(String templateId) {
    return lastTakenBack.getOrDefault(templateId, 0L);
  }

  /** Names of the templates that are there, or may be. */
  public synchronized Set<String> names() {
    var names = new HashSet<>(doubts.keySet());
    templates.forEach(
        (name, knownTemplate) -> knownTemplate.template().ifPresent(there -> names.add(name)));
    return names;
  }
}
