package io.weir.sandbox.fields;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What people have agreed that changes of each property do: the golden file {@code effects.txt}, a
 * line for each. {@code -Dgolden=write} writes what differs into it.
 */
public final class EffectsTable {

  private static final String FILE = "src/test/resources/io/weir/sandbox/fields/effects.txt";
  private static final String SEPARATOR = " · ";

  private final Path file;
  private final Map<String, String> lines;

  private EffectsTable(Path file, Map<String, String> lines) {
    this.file = file;
    this.lines = lines;
  }

  /** The table of the tests, whichever module runs them. */
  public static EffectsTable ofTests() {
    try {
      Path file =
          List.of(Path.of(FILE), Path.of("..", "sandbox", FILE), Path.of("sandbox", FILE)).stream()
              .filter(Files::exists)
              .findFirst()
              .orElseThrow();
      Map<String, String> lines =
          Files.readAllLines(file).stream()
              .filter(line -> line.contains(SEPARATOR))
              .map(line -> line.split(SEPARATOR, 2))
              .collect(
                  Collectors.toMap(
                      parts -> parts[0].strip(),
                      parts -> parts[1].strip(),
                      (a, _) -> a,
                      TreeMap::new));
      return new EffectsTable(file, lines);
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }

  /** The properties that it has, such as {@code KubeadmConfig files[].path}. */
  public List<String> properties() {
    return List.copyOf(lines.keySet());
  }

  /**
   * In which way a property has other effects than the table says; empty if it has not, or no line.
   */
  public Optional<String> differs(SchemaProperty property, PropertyEffects effects) {
    String agreed = lines.getOrDefault(property.toString(), "");
    if (agreed.equals(effects.toString())) {
      return Optional.empty();
    }
    if ("write".equals(System.getProperty("golden"))) {
      lines.put(property.toString(), effects.toString());
      write();
      return Optional.empty();
    }
    // Of what nobody has read, nothing is claimed.
    if (agreed.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of("%s%n  agreed: %s%n  is:     %s".formatted(property, agreed, effects));
  }

  private void write() {
    int width = lines.keySet().stream().mapToInt(String::length).max().orElse(1);
    try {
      List<String> head =
          Files.readAllLines(file).stream().takeWhile(line -> line.startsWith("#")).toList();
      String format = "%-" + width + "s" + SEPARATOR + "%s";
      Path _ =
          Files.write(
              file,
              Stream.concat(
                      head.stream(),
                      lines.entrySet().stream()
                          .map(entry -> format.formatted(entry.getKey(), entry.getValue())))
                  .toList());
    } catch (IOException unwritable) {
      throw new UncheckedIOException(unwritable);
    }
  }
}
