package io.weir.clouds.node.kubeadm;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A shell command that runs {@code kubeadm join}.
 *
 * @param configPath the configuration file; empty if the command names none
 * @param verbosity the log level, 0 if not given
 * @param sentinel the file that the shell writes after success; empty if none
 */
public record JoinCommand(String configPath, int verbosity, Optional<Sentinel> sentinel) {
  private static final Pattern JOIN =
      Pattern.compile("(?:^|[\\s;&|/])kubeadm\\s+join\\b([^;&|>]*)");
  private static final Pattern THEN_ECHO =
      Pattern.compile("&&\\s*echo\\s+(\\S+)\\s*>\\s*([^\\s;&|]+)");

  /**
   * A file that tells that the command succeeded.
   *
   * @param path where it is written
   * @param text what is written, without the final newline
   */
  public record Sentinel(String path, String text) {}

  /** Finds the join in a shell command; empty if the command does something else. */
  public static Optional<JoinCommand> find(String command) {
    Matcher join = JOIN.matcher(command);
    if (!join.find()) {
      return Optional.empty();
    }
    List<String> words = Arrays.asList(join.group(1).strip().split("\\s+"));
    Matcher echo = THEN_ECHO.matcher(command.substring(join.end()));
    Optional<Sentinel> sentinel =
        echo.find() ? Optional.of(new Sentinel(echo.group(2), echo.group(1))) : Optional.empty();
    return Optional.of(
        new JoinCommand(
            option(words, "--config").orElse(""),
            option(words, "--v").or(() -> option(words, "-v")).map(JoinCommand::level).orElse(0),
            sentinel));
  }

  private static Optional<String> option(List<String> words, String name) {
    for (int i = 0; i < words.size(); i++) {
      String word = words.get(i);
      if (word.startsWith(name + "=")) {
        return Optional.of(word.substring(name.length() + 1));
      }
      if (word.equals(name) && i + 1 < words.size()) {
        return Optional.of(words.get(i + 1));
      }
    }
    return Optional.empty();
  }

  private static int level(String text) {
    return text.matches("[0-9]{1,3}") ? Integer.parseInt(text) : 0;
  }
}
