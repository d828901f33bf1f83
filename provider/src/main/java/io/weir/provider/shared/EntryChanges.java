package io.weir.provider.shared;

import java.util.Collection;
import java.util.Collections;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * What to change of the entries (tags, labels, taints) of a cloud object so that ours are as wanted
 * and those of others stay.
 *
 * @param missing entries to set: they are not there, or have another value
 * @param surplus names of entries to remove: they are there, may be ours, and are wanted no more
 */
public record EntryChanges(Map<String, String> missing, Set<String> surplus) {

  public EntryChanges {
    missing = Collections.unmodifiableMap(new TreeMap<>(missing));
    surplus = Collections.unmodifiableSet(new TreeSet<>(surplus));
  }

  /**
   * Compares.
   *
   * @param wanted the entries that are wanted, all of them
   * @param seen the entries that the cloud shows, ours and those of others
   * @param applied names of the entries that may be ours, by {@link AppliedEntries}
   */
  public static EntryChanges between(
      Map<String, String> wanted, Map<String, String> seen, Collection<String> applied) {
    var missing = new TreeMap<>(wanted);
    missing.entrySet().removeAll(seen.entrySet());
    var surplus = new TreeSet<>(applied);
    surplus.removeAll(wanted.keySet());
    surplus.retainAll(seen.keySet());
    return new EntryChanges(missing, surplus);
  }

  /** Whether there is nothing to change. */
  public boolean isEmpty() {
    return missing.isEmpty() && surplus.isEmpty();
  }

  /** All entries once they are changed, for a cloud that takes only all of them at once. */
  public Map<String, String> appliedTo(Map<String, String> seen) {
    var after = new TreeMap<>(seen);
    after.keySet().removeAll(surplus);
    after.putAll(missing);
    return after;
  }
}
