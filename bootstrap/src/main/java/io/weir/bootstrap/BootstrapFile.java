package io.weir.bootstrap;

import org.jspecify.annotations.Nullable;

/**
 * A file to write at first boot, its content known.
 *
 * @param path absolute path
 * @param owner {@code user:group}; null leaves cloud-init's default
 * @param permissions octal, such as {@code 0640}; null leaves cloud-init's default
 * @param encoding how the content is encoded; null for plain text
 * @param append whether to add to a file that exists; null for no
 * @param content text, encoded as {@code encoding} says
 */
public record BootstrapFile(
    String path,
    @Nullable String owner,
    @Nullable String permissions,
    @Nullable String encoding,
    @Nullable Boolean append,
    String content) {

  /** A plain text file of root's that nobody else writes and only root's group reads. */
  public static BootstrapFile ofRoot(String path, String content) {
    return new BootstrapFile(path, "root:root", "0640", null, null, content);
  }

  /** The content may be secret. */
  @Override
  public String toString() {
    return "BootstrapFile[path=%s]".formatted(path);
  }
}
