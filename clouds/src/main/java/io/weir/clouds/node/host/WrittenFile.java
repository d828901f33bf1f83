package io.weir.clouds.node.host;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A file with its attributes. Immutable. */
public final class WrittenFile {
  private final byte[] content;
  private final int permissions;
  private final String owner;

  /**
   * @param permissions the nine permission bits and the three above them
   * @param owner {@code user:group} or {@code user}
   */
  public WrittenFile(byte[] content, int permissions, String owner) {
    this.content = content.clone();
    this.permissions = permissions;
    this.owner = owner;
  }

  /** The content. */
  public byte[] content() {
    return content.clone();
  }

  /** The content as text. */
  public String text() {
    return new String(content, StandardCharsets.UTF_8);
  }

  /** The permission bits, such as octal 640. */
  public int permissions() {
    return permissions;
  }

  /** The owner, {@code user:group} or {@code user}. */
  public String owner() {
    return owner;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof WrittenFile that
        && Arrays.equals(content, that.content)
        && permissions == that.permissions
        && owner.equals(that.owner);
  }

  @Override
  public int hashCode() {
    return Objects.hash(Arrays.hashCode(content), permissions, owner);
  }

  /** Says size and attributes, never the content, which may hold secrets. */
  @Override
  public String toString() {
    return content.length + " bytes, " + Integer.toOctalString(permissions) + ", " + owner;
  }
}
