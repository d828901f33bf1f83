package io.weir.provider.aws.plan;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import io.weir.api.Digest;
import io.weir.api.Json;
import io.weir.provider.ProviderAnnotations;
import io.weir.provider.aws.api.AwsMetadataKeys;
import io.weir.provider.aws.desired.AwsDesiredState;
import io.weir.provider.aws.desired.GroupSettings.Hook;
import io.weir.provider.aws.rollout.OwedRefresh;
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
public final class AwsAnnotations {

  /**
   * Annotation: lifecycle hooks that we made, as JSON from name to a digest of what was made; an
   * empty digest is one that may have been made.
   */
  public static final String HOOKS = "weir.io/lifecycle-hooks";

  /** Annotation: processes that we switched off, separated by commas. */
  public static final String SUSPENDED = "weir.io/suspended-processes";

  /** Keys of all annotations that this provider keeps. */
  public static final Set<String> KEYS =
      Set.of(OwedRefresh.ANNOTATION, HOOKS, SUSPENDED, AwsMetadataKeys.LAST_APPLIED_TAGS);

  private static final TypeReference<TreeMap<String, String>> TEXTS = new TypeReference<>() {};

  private AwsAnnotations() {}

  /** Before a group or template is made: everything it is made with by name. */
  static ProviderAnnotations withPlanned(
      ProviderAnnotations providerAnnotations, AwsDesiredState want) {
    ProviderAnnotations named = addTags(providerAnnotations, want.additionalTags());
    for (Hook hook : want.group().hooks()) {
      named = withPlannedHook(named, hook);
    }
    return named;
  }

  // Hooks.

  /** Digests of the hooks that we made, by name. */
  static Map<String, String> hooks(ProviderAnnotations providerAnnotations) {
    return map(providerAnnotations, HOOKS);
  }

  static String digest(Hook hook) {
    return Digest.sha256(hook.toString()).substring(0, 16);
  }

  static ProviderAnnotations withPlannedHook(ProviderAnnotations providerAnnotations, Hook hook) {
    var hooks = hooks(providerAnnotations);
    hooks.putIfAbsent(hook.name(), "");
    return with(providerAnnotations, HOOKS, hooks);
  }

  static ProviderAnnotations withHooks(ProviderAnnotations providerAnnotations, List<Hook> made) {
    var hooks = hooks(providerAnnotations);
    made.forEach(hook -> hooks.put(hook.name(), digest(hook)));
    return with(providerAnnotations, HOOKS, hooks);
  }

  static ProviderAnnotations withoutHook(ProviderAnnotations providerAnnotations, String name) {
    var hooks = hooks(providerAnnotations);
    hooks.remove(name);
    return with(providerAnnotations, HOOKS, hooks);
  }

  // Processes.

  /** Processes that we switched off. */
  static Set<String> suspendedProcesses(ProviderAnnotations providerAnnotations) {
    var names =
        new TreeSet<>(List.of(providerAnnotations.get(SUSPENDED).orElse("").split(",", -1)));
    names.remove("");
    return names;
  }

  static ProviderAnnotations addSuspendedProcesses(
      ProviderAnnotations providerAnnotations, Collection<String> processes) {
    var names = new TreeSet<>(suspendedProcesses(providerAnnotations));
    names.addAll(processes);
    return setSuspendedProcesses(providerAnnotations, names);
  }

  static ProviderAnnotations setSuspendedProcesses(
      ProviderAnnotations providerAnnotations, Set<String> processes) {
    return providerAnnotations.with(
        SUSPENDED,
        processes.isEmpty()
            ? Optional.empty()
            : Optional.of(String.join(",", new TreeSet<>(processes))));
  }

  // Tags.

  /** Additional tags that we may have set. */
  static Map<String, String> tags(ProviderAnnotations providerAnnotations) {
    return map(providerAnnotations, AwsMetadataKeys.LAST_APPLIED_TAGS);
  }

  static ProviderAnnotations addTags(
      ProviderAnnotations providerAnnotations, Map<String, String> additional) {
    var tags = tags(providerAnnotations);
    tags.putAll(additional);
    return with(providerAnnotations, AwsMetadataKeys.LAST_APPLIED_TAGS, tags);
  }

  static ProviderAnnotations setTags(
      ProviderAnnotations providerAnnotations, Map<String, String> additional) {
    return tags(providerAnnotations).equals(additional)
        ? providerAnnotations
        : with(providerAnnotations, AwsMetadataKeys.LAST_APPLIED_TAGS, additional);
  }

  private static Map<String, String> map(ProviderAnnotations providerAnnotations, String key) {
    try {
      return Json.MAPPER.readValue(providerAnnotations.get(key).orElse("{}"), TEXTS);
    } catch (JsonProcessingException spoiled) {
      return new TreeMap<>();
    }
  }

  private static ProviderAnnotations with(
      ProviderAnnotations providerAnnotations, String key, Map<String, String> map) {
    if (map.isEmpty()) {
      return providerAnnotations.with(key, Optional.empty());
    }
    try {
      return providerAnnotations.with(
          key, Optional.of(Json.MAPPER.writeValueAsString(new TreeMap<>(map))));
    } catch (JsonProcessingException impossible) {
      throw new IllegalStateException("a map of texts is JSON", impossible);
    }
  }
}
