package io.weir.provider.aws.group;

import io.weir.api.Digest;
import io.weir.provider.ProviderAnnotations;
import io.weir.provider.aws.group.GroupSettings.Hook;
import io.weir.provider.aws.tag.AppliedTags;
import io.weir.provider.shared.AppliedEntries;
import io.weir.provider.shared.AppliedEntries.Form;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** What we put on a group beside what others put there, its tags apart, as annotations tell. */
public final class GroupAnnotations {

  /**
   * Lifecycle hooks that we made, from name to a digest of what was made; an empty digest is one
   * that may have been made.
   */
  static final AppliedEntries HOOKS = new AppliedEntries("weir.io/lifecycle-hooks", Form.VALUES);

  /** Processes that we switched off. */
  static final AppliedEntries SUSPENDED =
      new AppliedEntries("weir.io/suspended-processes", Form.NAMES);

  /** Key of that which names the lifecycle hooks. */
  public static final String HOOKS_KEY = HOOKS.annotation();

  /** Keys of the annotations. */
  public static final Set<String> KEYS = Set.of(HOOKS.annotation(), SUSPENDED.annotation());

  private GroupAnnotations() {}

  /** Before a group is made: everything it is made with by name. */
  public static ProviderAnnotations withPlanned(
      ProviderAnnotations providerAnnotations, DesiredGroup want) {
    ProviderAnnotations named =
        AppliedTags.withPlanned(providerAnnotations, want.tags().additional());
    for (Hook hook : want.settings().hooksAtCreation()) {
      named = withPlannedHook(named, hook);
    }
    return named;
  }

  /** The same as annotations to set, for {@link ProviderAnnotations#withAll}. */
  public static Map<String, Optional<String>> planned(
      ProviderAnnotations providerAnnotations, DesiredGroup want) {
    ProviderAnnotations after = withPlanned(providerAnnotations, want);
    return Map.of(
        AppliedTags.ANNOTATION,
        after.get(AppliedTags.ANNOTATION),
        HOOKS.annotation(),
        after.get(HOOKS.annotation()));
  }

  /** Once the group has what is wanted, and nothing else of ours. */
  public static ProviderAnnotations withOnly(
      ProviderAnnotations providerAnnotations, DesiredGroup want) {
    return SUSPENDED.set(providerAnnotations, AppliedEntries.names(want.settings().suspend()));
  }

  static String digest(Hook hook) {
    return Digest.sha256(hook.toString()).substring(0, 16);
  }

  /** What is known of a hook that was made stays until it is made anew. */
  static ProviderAnnotations withPlannedHook(ProviderAnnotations providerAnnotations, Hook hook) {
    return HOOKS.read(providerAnnotations).containsKey(hook.name())
        ? providerAnnotations
        : HOOKS.add(providerAnnotations, Map.of(hook.name(), ""));
  }

  static ProviderAnnotations withHooks(
      ProviderAnnotations providerAnnotations, Collection<Hook> made) {
    var digests = new TreeMap<String, String>();
    made.forEach(hook -> digests.put(hook.name(), digest(hook)));
    return HOOKS.add(providerAnnotations, digests);
  }
}
