package io.weir.controlplane.process;

import java.util.Map;

/**
 * The variables that a program starts with.
 *
 * @param variables by name
 * @param inherits whether this JVM's own come first; otherwise there are no others
 */
public record ProcessEnvironment(Map<String, String> variables, boolean inherits) {
  public ProcessEnvironment {
    variables = Map.copyOf(variables);
  }

  /** This JVM's own, and these. */
  public static ProcessEnvironment inheritedWith(Map<String, String> more) {
    return new ProcessEnvironment(more, true);
  }

  /** These and no others, so that nothing else that the user has set takes effect. */
  public static ProcessEnvironment only(Map<String, String> all) {
    return new ProcessEnvironment(all, false);
  }

  void applyTo(ProcessBuilder builder) {
    if (!inherits) {
      builder.environment().clear();
    }
    builder.environment().putAll(variables);
  }
}
