package io.weir.controlplane.files;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A directory with all that is in it. */
public final class FileTree {
  private FileTree() {}

  /** Deletes a directory and all that is in it; links are deleted, not followed. */
  public static void delete(Path directory) throws IOException {
    if (Files.exists(directory)) {
      Files.walkFileTree(directory, new Deletion());
    }
  }

  /**
   * Copies a directory and all that is in it.
   *
   * @param target does not exist yet
   */
  public static void copy(Path directory, Path target) throws IOException {
    try (Stream<Path> files = Files.walk(directory)) {
      for (Path file : files.toList()) {
        Path _ = Files.copy(file, target.resolve(directory.relativize(file)));
      }
    }
  }

  private static final class Deletion extends SimpleFileVisitor<Path> {
    @Override
    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
      Files.delete(file);
      return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult postVisitDirectory(Path directory, @Nullable IOException failure)
        throws IOException {
      if (failure != null) {
        throw failure;
      }
      Files.delete(directory);
      return FileVisitResult.CONTINUE;
    }
  }
}
