package io.weir.clouds.node.cloudinit;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A list of commands: strings go to the shell as they are, lists are quoted word by word. */
final class CommandListReader {
  private CommandListReader() {}

  static List<String> read(@Nullable Object value, String key, List<String> warnings) {
    if (value == null) {
      return List.of();
    }
    if (!(value instanceof List<?> items)) {
      warnings.add(key + " is not a list");
      return List.of();
    }
    var commands = new ArrayList<String>();
    for (Object item : items) {
      switch (item) {
        case String text -> commands.add(text);
        case List<?> words ->
            commands.add(
                words.stream().map(CommandListReader::quoted).collect(Collectors.joining(" ")));
        case null -> {
          // An empty item runs nothing.
        }
        default -> {
          // One item of another type makes cloud-init refuse the whole list.
          warnings.add("unable to shellify type " + item.getClass().getSimpleName() + " in " + key);
          return List.of();
        }
      }
    }
    return commands;
  }

  private static String quoted(Object word) {
    return "'" + String.valueOf(word).replace("'", "'\\''") + "'";
  }
}
