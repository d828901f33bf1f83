package io.weir.provider.shared;

import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * What to change of the entries (tags, labels, taints) of a cloud object so that ours are as wanted
 * and those of others stay.
 *
 * @param missing entries to set: they are not there, or have another value
 * @param surplus names of entries to remove: they are there, may be ours, and are no longer wanted
 * @param names by which the cloud tells names apart
 */
public record EntryChanges(
    Map<String, String> missing, Set<String> surplus, Comparator<String> names) {

  public EntryChanges {
    missing = Collections.unmodifiableMap(new TreeMap<>(missing));
    surplus = Collections.unmodifiableSet(new TreeSet<>(surplus));
  }

  /**
   * Compares, for a cloud to which names that differ in case are different.
   *
   * @param wanted the entries that are wanted, all of them
   * @param seen the entries that the cloud shows, ours and those of others
   * @param applied names of the entries that may be ours, by {@link AppliedEntries}
   */
  public static EntryChanges between(
      Map<String, String> wanted, Map<String, String> seen, Collection<String> applied) {
    return between(wanted, seen, applied, Comparator.naturalOrder());
  }

  /**
   * The same for a cloud that tells names apart in another way, and keeps one of those it does not.
   */
  public static EntryChanges between(
      Map<String, String> wanted,
      Map<String, String> seen,
      Collection<String> applied,
      Comparator<String> names) {
    var there = new TreeMap<String, String>(names);
    there.putAll(seen);
    var missing = new TreeMap<>(wanted);
    missing.entrySet().removeIf(entry -> entry.getValue().equals(there.get(entry.getKey())));
    var kept = new TreeSet<>(names);
    kept.addAll(wanted.keySet());
    var ours = new TreeSet<>(names);
    ours.addAll(applied);
    var surplus = new TreeSet<>(there.keySet());
    surplus.removeIf(name -> kept.contains(name) || !ours.contains(name));
    return new EntryChanges(missing, surplus, names);
  }

  /** Whether there is nothing to change. */
  public boolean isEmpty() {
    return missing.isEmpty() && surplus.isEmpty();
  }

  /** All entries once they are changed, for a cloud that takes only all of them at once. */
  public Map<String, String> appliedTo(Map<String, String> seen) {
    var after = new TreeMap<String, String>(names);
    after.putAll(seen);
    surplus.forEach(after::remove);
    missing.forEach(
        (name, value) -> {
          after.remove(name); // which may be spelt otherwise there
          after.put(name, value);
        });
    return after;
  }
}
