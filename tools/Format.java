import com.google.googlejavaformat.java.Formatter;
import com.google.googlejavaformat.java.FormatterException;
import com.google.googlejavaformat.java.JavaFormatterOptions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;

/**
 * Checks or applies the one format of the project's Java sources: {@code Format check|apply ROOT}.
 */
final class Format {
  public static void main(String[] args) throws Exception {
    boolean apply = args[0].equals("apply");
    Path root = Path.of(args[1]);
    var formatter =
        new Formatter(
            JavaFormatterOptions.builder().style(JavaFormatterOptions.Style.GOOGLE).build());
    List<Path> wrong =
        sources(root).parallelStream()
            .filter(source -> differs(source, formatter, apply))
            .map(root::relativize)
            .toList();
    if (!wrong.isEmpty() && !apply) {
      wrong.forEach(path -> System.err.println("not formatted: " + path));
      System.err.println("run: mvn -N generate-sources -Dformat=apply");
      System.exit(1);
    }
  }

  /** Whether a file is not formatted as it should be; it is afterwards if that is to be applied. */
  private static boolean differs(Path source, Formatter formatter, boolean apply) {
    try {
      String text = Files.readString(source);
      String formatted = formatter.formatSourceAndFixImports(text);
      if (apply && !formatted.equals(text)) {
        Files.writeString(source, formatted);
      }
      return !formatted.equals(text);
    } catch (FormatterException broken) {
      throw new IllegalStateException(source + " cannot be parsed: " + broken.getMessage(), broken);
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  private static List<Path> sources(Path root) throws Exception {
    var found = new ArrayList<Path>();
    Files.walkFileTree(
        root,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(Path dir, BasicFileAttributes attributes) {
            String name = dir.getFileName().toString();
            boolean skip = !dir.equals(root) && (name.equals("target") || name.startsWith("."));
            return skip ? FileVisitResult.SKIP_SUBTREE : FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
            if (file.toString().endsWith(".java")) {
              found.add(file);
            }
            return FileVisitResult.CONTINUE;
          }
        });
    return found;
  }
}
