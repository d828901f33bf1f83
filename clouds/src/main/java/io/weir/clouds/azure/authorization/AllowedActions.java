package io.weir.clouds.azure.authorization;

import io.weir.clouds.Glob;
import java.util.Locale;
import java.util.Set;

/**
 * The actions that a role allows, as role definitions list them.
 *
 * @param patterns such as {@code Microsoft.Compute/virtualMachineScaleSets/*}
 */
public record AllowedActions(Set<String> patterns) {
  public AllowedActions {
    patterns = Set.copyOf(patterns);
  }

  /** Whether an action is among them; capital letters are not told from small ones. */
  public boolean contains(String action) {
    String small = action.toLowerCase(Locale.ROOT);
    return patterns.stream()
        .anyMatch(pattern -> Glob.matches(pattern.toLowerCase(Locale.ROOT), small));
  }
}
