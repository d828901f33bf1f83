package io.weir.controlplane.files;

import com.sun.security.auth.module.UnixSystem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;

/**
 * Who may change a file or a directory.
 *
 * @param owner the number of the user to whom it belongs
 * @param mode its permissions, as chmod takes them
 */
public record FileOwnership(long owner, int mode) {
  private static final long US = new UnixSystem().getUid();
  private static final int PERMISSIONS = 0777;
  private static final int WRITABLE_BY_OTHERS = 0022;

  /** That of what is there; the options say whether links are followed. */
  public static FileOwnership of(Path path, LinkOption... options) throws IOException {
    Map<String, Object> attributes = Files.readAttributes(path, "unix:uid,mode", options);
    return new FileOwnership(
        number(attributes, "uid").longValue(), number(attributes, "mode").intValue() & PERMISSIONS);
  }

  private static Number number(Map<String, Object> attributes, String name) {
    return (Number) Objects.requireNonNull(attributes.get(name), name);
  }

  /** Whether it belongs to the user who runs this. */
  public boolean ours() {
    return owner == US;
  }

  /** Whether the group or everybody may write. */
  public boolean writableByOthers() {
    return (mode & WRITABLE_BY_OTHERS) != 0;
  }
}
