package io.weir.provider.aws.template.calls;

import io.weir.provider.ProviderException;
import io.weir.provider.ScopeReads;
import io.weir.provider.aws.template.ObservedTemplate;
import java.time.Clock;
import java.time.Instant;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The launch templates of a scope for an observation of it: what is known of them, and else what is
 * read then.
 *
 * @param cache what is known
 */
public record TemplateObserver(TemplateCalls calls, TemplateCache cache, Clock clock) {

  private static final int READINGS = 3;

  private record OwnedTemplates() implements ScopeReads.Key<Map<String, ObservedTemplate>> {}

  /** Reads all that are ours, if that is due. */
  public void readAllIfDue(ScopeReads reads) throws ProviderException {
    Instant asOf = clock.instant();
    if (cache.needsFullRead(asOf)) {
      cache.recordAllTemplates(
          reads.get(new OwnedTemplates(), new TemplateReader(calls)::readOwned), asOf);
    }
  }

  /** Reads all that were made for pools of an EKS cluster, if that is due. */
  public void readClusterIfDue(String cluster) throws ProviderException {
    if (cache.needsFullRead(clock.instant())) {
      readCluster(cluster);
    }
  }

  /** Reads all that were made for pools of an EKS cluster. */
  public void readCluster(String cluster) throws ProviderException {
    Instant asOf = clock.instant();
    cache.recordAllTemplates(new TemplateReader(calls).readOfCluster(cluster), asOf);
  }

  /** Those of the names whose templates must be read before they count as known. */
  public Set<String> dueNames(Collection<String> names) {
    return cache.dueNames(names, clock.instant());
  }

  /** Reads those. */
  public void readDue(Collection<String> names) throws ProviderException {
    Instant asOf = clock.instant();
    read(cache.dueNames(names, asOf), asOf);
  }

  /** Reads those of the names of which nothing is known. */
  public void readUnknown(Collection<String> names) throws ProviderException {
    Instant asOf = clock.instant();
    read(cache.unknownNames(names), asOf);
  }

  /**
   * Reads those of the names whatever is known of them.
   *
   * @return those that are there
   */
  public Map<String, ObservedTemplate> readNow(Collection<String> names) throws ProviderException {
    Instant asOf = clock.instant();
    var found = new TemplateReader(calls).readAnyNamed(names);
    names.forEach(name -> cache.recordTemplate(name, Optional.ofNullable(found.get(name)), asOf));
    return found;
  }

  private void read(Set<String> names, Instant asOf) throws ProviderException {
    if (names.isEmpty()) {
      return;
    }
    var found = new TemplateReader(calls).readNamed(names);
    names.forEach(name -> cache.recordTemplate(name, Optional.ofNullable(found.get(name)), asOf));
  }

  /**
   * The templates of these names, or that there is none. A write that fails meanwhile makes one
   * unknown again: not known is not gone.
   */
  public Map<String, Optional<ObservedTemplate>> templates(Collection<String> names)
      throws ProviderException {
    for (int reading = 0; reading < READINGS; reading++) {
      readUnknown(names);
      var known = cache.templates(names);
      if (known.isPresent()) {
        return known.get();
      }
    }
    throw new ProviderException.Transient("launch templates changed while they were read", null);
  }
}
