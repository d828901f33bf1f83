package io.weir.sandbox.objects;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Reads manifests as a person names them: files, directories, {@code -} for standard input. Shell
 * variables in them are filled.
 */
public final class ManifestReader {
  private static final String STANDARD_INPUT = "-";
  private static final List<String> ENDINGS = List.of(".yaml", ".yml", ".json");

  private final ShellVariableExpander shellVariableExpander;
  private final InputStream input;

  /**
   * A reader.
   *
   * @param variables values for shell variables, by name
   * @param input standard input
   */
  public ManifestReader(Map<String, String> variables, InputStream input) {
    this.shellVariableExpander = new ShellVariableExpander(variables);
    this.input = input;
  }

  /**
   * All of them as one.
   *
   * @param names in the order in which they are applied; of a directory the files in it that end in
   *     .yaml, .yml or .json, by name
   * @throws IOException when one cannot be read
   * @throws IllegalArgumentException when one is not there, is not YAML, holds something that is no
   *     object, or needs a variable that has no value
   */
  public Manifests read(List<String> names) throws IOException {
    return Manifests.concat(each(names));
  }

  /**
   * The same for a sandbox that has only what Weir ships.
   *
   * @throws IOException when one cannot be read
   * @throws IllegalArgumentException also when one has an object of a kind or version that such a
   *     sandbox does not serve
   */
  public Manifests readServed(List<String> names) throws IOException {
    List<Manifests> read = each(names);
    ServedKinds served = ServedKinds.with(read);
    read.forEach(served::check);
    return Manifests.concat(read);
  }

  private List<Manifests> each(List<String> names) throws IOException {
    var read = new ArrayList<Manifests>();
    for (String name : names) {
      if (name.equals(STANDARD_INPUT)) {
        read.add(of("standard input", new String(input.readAllBytes(), StandardCharsets.UTF_8)));
      } else {
        for (Path file : files(Path.of(name))) {
          read.add(of(file.toString(), text(file)));
        }
      }
    }
    return read;
  }

  private Manifests of(String name, String text) {
    return Manifests.of(name, shellVariableExpander.expand(name, text));
  }

  private static String text(Path file) throws IOException {
    try {
      return Files.readString(file);
    } catch (NoSuchFileException _) {
      throw new IllegalArgumentException("no such file: " + file);
    } catch (CharacterCodingException _) {
      throw new IllegalArgumentException(file + " is not UTF-8 text");
    }
  }

  private static List<Path> files(Path path) throws IOException {
    if (!Files.isDirectory(path)) {
      return List.of(path);
    }
    try (Stream<Path> entries = Files.list(path)) {
      List<Path> files =
          entries.filter(Files::isRegularFile).filter(ManifestReader::manifest).sorted().toList();
      if (files.isEmpty()) {
        throw new IllegalArgumentException(
            "directory %s has no file that ends in %s".formatted(path, String.join(", ", ENDINGS)));
      }
      return files;
    }
  }

  private static boolean manifest(Path file) {
    String name = file.toString().toLowerCase(Locale.ROOT);
    return ENDINGS.stream().anyMatch(name::endsWith);
  }
}
