package io.weir.provider.aws.plan;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import io.weir.api.Json;
import io.weir.provider.Notes;
import io.weir.provider.aws.api.AwsKeys;
import io.weir.provider.aws.desired.AwsDesired;
import io.weir.provider.aws.desired.Digests;
import io.weir.provider.aws.desired.GroupSettings.Hook;
import io.weir.provider.aws.roll.Owed;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * What we put on a group beside what others put there: names are written down before, so that what
 * is no longer wanted can be told from what was never ours.
 */
public final class Memos {

  /**
   * Annotation: lifecycle hooks that we made, as JSON from name to a digest of what was made; an
   * empty digest is one that may have been made.
   */
  public static final String HOOKS = "weir.io/lifecycle-hooks";

  /** Annotation: processes that we switched off, separated by commas. */
  public static final String SUSPENDED = "weir.io/suspended-processes";

  /** Keys of all annotations that this provider keeps notes in. */
  public static final Set<String> KEYS =
      Set.of(Owed.NOTE, HOOKS, SUSPENDED, AwsKeys.LAST_APPLIED_TAGS);

  private static final TypeReference<TreeMap<String, String>> TEXTS = new TypeReference<>() {};

  private Memos() {}

  /** Before a group or template is made: everything it is made with by name. */
  static Notes naming(Notes notes, AwsDesired want) {
    Notes named = tagging(notes, want.additional());
    for (Hook hook : want.group().hooks()) {
      named = hookNamed(named, hook);
    }
    return named;
  }

  // Hooks.

  /** Digests of the hooks that we made, by name. */
  static Map<String, String> hooks(Notes notes) {
    return map(notes, HOOKS);
  }

  static String digest(Hook hook) {
    return Digests.sha256(hook.toString()).substring(0, 16);
  }

  static Notes hookNamed(Notes notes, Hook hook) {
    var hooks = hooks(notes);
    hooks.putIfAbsent(hook.name(), "");
    return with(notes, HOOKS, hooks);
  }

  static Notes hooksMade(Notes notes, List<Hook> made) {
    var hooks = hooks(notes);
    made.forEach(hook -> hooks.put(hook.name(), digest(hook)));
    return with(notes, HOOKS, hooks);
  }

  static Notes hookGone(Notes notes, String name) {
    var hooks = hooks(notes);
    hooks.remove(name);
    return with(notes, HOOKS, hooks);
  }

  // Processes.

  /** Processes that we switched off. */
  static Set<String> suspended(Notes notes) {
    var names = new TreeSet<>(List.of(notes.get(SUSPENDED).orElse("").split(",", -1)));
    names.remove("");
    return names;
  }

  static Notes suspending(Notes notes, Collection<String> processes) {
    var names = new TreeSet<>(suspended(notes));
    names.addAll(processes);
    return suspendedAre(notes, names);
  }

  static Notes suspendedAre(Notes notes, Set<String> processes) {
    return notes.with(
        SUSPENDED,
        processes.isEmpty()
            ? Optional.empty()
            : Optional.of(String.join(",", new TreeSet<>(processes))));
  }

  // Tags.

  /** Additional tags that we may have set. */
  static Map<String, String> tags(Notes notes) {
    return map(notes, AwsKeys.LAST_APPLIED_TAGS);
  }

  static Notes tagging(Notes notes, Map<String, String> additional) {
    var tags = tags(notes);
    tags.putAll(additional);
    return with(notes, AwsKeys.LAST_APPLIED_TAGS, tags);
  }

  static Notes tagsAre(Notes notes, Map<String, String> additional) {
    return tags(notes).equals(additional)
        ? notes
        : with(notes, AwsKeys.LAST_APPLIED_TAGS, additional);
  }

  private static Map<String, String> map(Notes notes, String key) {
    try {
      return Json.MAPPER.readValue(notes.get(key).orElse("{}"), TEXTS);
    } catch (JsonProcessingException spoiled) {
      return new TreeMap<>();
    }
  }

  private static Notes with(Notes notes, String key, Map<String, String> map) {
    if (map.isEmpty()) {
      return notes.with(key, Optional.empty());
    }
    try {
      return notes.with(key, Optional.of(Json.MAPPER.writeValueAsString(new TreeMap<>(map))));
    } catch (JsonProcessingException impossible) {
      throw new IllegalStateException("a map of texts is JSON", impossible);
    }
  }
}
