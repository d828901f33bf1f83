package io.weir.clouds.node.host;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The few commands by which scripts prepare a join: {@code mv}, {@code envsubst}, {@code echo}. */
public final class Shell {
  private static final Pattern AND = Pattern.compile("\\s*&&\\s*");
  private static final Pattern MOVE = Pattern.compile("mv (?:-f )?(\\S+) (\\S+)");
  private static final Pattern SUBSTITUTE = Pattern.compile("envsubst < (\\S+) > (\\S+)");
  private static final Pattern ECHO = Pattern.compile("echo (\\S+) > (\\S+)");
  private static final Pattern VARIABLE = Pattern.compile("\\$(?:\\{(\\w+)}|(\\w+))");

  private final FileSystem files;
  private final Map<String, String> environment;

  /** A shell with these variables. */
  public Shell(FileSystem files, Map<String, String> environment) {
    this.files = files;
    this.environment = Map.copyOf(environment);
  }

  /** Does what it can of a command; whatever it does not know succeeds without effect. */
  public void run(String command) {
    for (String part : AND.split(command.strip(), -1)) {
      one(part.strip());
    }
  }

  private void one(String command) {
    Matcher move = MOVE.matcher(command);
    Matcher substitute = SUBSTITUTE.matcher(command);
    Matcher echo = ECHO.matcher(command);
    if (move.matches()) {
      move(move.group(1), move.group(2));
    } else if (substitute.matches()) {
      files.read(substitute.group(1)).ifPresent(file -> write(substitute.group(2), file));
    } else if (echo.matches()) {
      byte[] text = (echo.group(1) + "\n").getBytes(StandardCharsets.UTF_8);
      files.write(echo.group(2), new WrittenFile(text, 0644, "root:root"));
    }
  }

  private void move(String from, String to) {
    String name = from.substring(from.lastIndexOf('/') + 1);
    Optional<WrittenFile> file = files.remove(from);
    file.ifPresent(moved -> files.write(to.endsWith("/") ? to + name : to, moved));
  }

  private void write(String path, WrittenFile source) {
    String text =
        VARIABLE
            .matcher(source.text())
            .replaceAll(
                variable ->
                    Matcher.quoteReplacement(
                        environment.getOrDefault(
                            Optional.ofNullable(variable.group(1)).orElse(variable.group(2)), "")));
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    files.write(path, new WrittenFile(bytes, source.permissions(), source.owner()));
  }
}
