package io.weir.provider.aws.plan;

import io.weir.api.Digest;
import io.weir.provider.ProviderAnnotations;
import io.weir.provider.aws.api.AwsMetadataKeys;
import io.weir.provider.aws.desired.AwsDesiredState;
import io.weir.provider.aws.desired.GroupSettings.Hook;
import io.weir.provider.aws.rollout.OwedRefresh;
import io.weir.provider.shared.AppliedEntries;
import io.weir.provider.shared.AppliedEntries.Form;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** What we put on a group or template beside what others put there, as annotations tell. */
public final class AwsAnnotations {

  /** Additional tags that we may have set. */
  static final AppliedEntries TAGS =
      new AppliedEntries(AwsMetadataKeys.LAST_APPLIED_TAGS, Form.VALUES);

  /**
   * Lifecycle hooks that we made, from name to a digest of what was made; an empty digest is one
   * that may have been made.
   */
  static final AppliedEntries HOOKS = new AppliedEntries("weir.io/lifecycle-hooks", Form.VALUES);

  /** Processes that we switched off. */
  static final AppliedEntries SUSPENDED =
      new AppliedEntries("weir.io/suspended-processes", Form.NAMES);

  /** Keys of all annotations that this provider keeps. */
  public static final Set<String> KEYS =
      Set.of(OwedRefresh.ANNOTATION, HOOKS.annotation(), SUSPENDED.annotation(), TAGS.annotation());

  private AwsAnnotations() {}

  /** Before a group or template is made: everything it is made with by name. */
  static ProviderAnnotations withPlanned(
      ProviderAnnotations providerAnnotations, AwsDesiredState want) {
    ProviderAnnotations named = TAGS.add(providerAnnotations, want.additionalTags());
    for (Hook hook : want.group().hooks()) {
      named = withPlannedHook(named, hook);
    }
    return named;
  }

  /** The same as annotations to set, for {@link ProviderAnnotations#withAll}. */
  static Map<String, Optional<String>> planned(
      ProviderAnnotations providerAnnotations, AwsDesiredState want) {
    ProviderAnnotations after = withPlanned(providerAnnotations, want);
    return Map.of(
        TAGS.annotation(), after.get(TAGS.annotation()),
        HOOKS.annotation(), after.get(HOOKS.annotation()));
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
