package io.weir.clouds.node.host;

import java.io.ByteArrayOutputStream;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A machine's files, in memory. */
public final class FileSystem {
  private final Map<String, WrittenFile> files = new LinkedHashMap<>();

  /** Writes a file, over what was there. */
  public synchronized void write(String path, WrittenFile file) {
    files.put(path, file);
  }

  /** Writes to the end of a file; its attributes become those of the new part. */
  public synchronized void append(String path, WrittenFile part) {
    WrittenFile before = files.get(path);
    if (before == null) {
      files.put(path, part);
      return;
    }
    var whole = new ByteArrayOutputStream();
    whole.writeBytes(before.content());
    whole.writeBytes(part.content());
    files.put(path, new WrittenFile(whole.toByteArray(), part.permissions(), part.owner()));
  }

  /** A file; empty if there is none at this path. */
  public synchronized Optional<WrittenFile> read(String path) {
    return Optional.ofNullable(files.get(path));
  }

  /** Takes a file away; empty if there is none at this path. */
  public synchronized Optional<WrittenFile> remove(String path) {
    return Optional.ofNullable(files.remove(path));
  }

  /** All paths, in the order in which they were first written. */
  public synchronized List<String> paths() {
    return List.copyOf(files.keySet());
  }
}
