package io.weir.bootstrap.ignition;

import io.weir.bootstrap.BootFile;
import io.weir.bootstrap.BootstrapProblem;
import io.weir.bootstrap.ignition.MachineConfig.FileNode;
import io.weir.bootstrap.ignition.MachineConfig.Node;
import io.weir.bootstrap.ignition.MachineConfig.Principal;
import java.util.Base64;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The files that a KubeadmConfig lists. */
final class Files {

  private static final int DEFAULT_MODE = 0644;
  private static final int LARGEST_MODE = 07777;

  static FileNode of(BootFile file, String field) {
    boolean append = Boolean.TRUE.equals(file.append());
    List<String> owner = owner(file.owner());
    var node =
        new Node(
            absolute(file.path(), field + ".path"),
            principal(owner.getFirst()),
            principal(owner.getLast()),
            mode(file, append, field + ".permissions"),
            null);
    return new FileNode(node, content(file, field), append);
  }

  private static List<String> owner(@Nullable String owner) {
    if (owner == null) {
      return List.of("", "");
    }
    String[] parts = owner.split(":", -1);
    return List.of(parts[0].strip(), parts.length > 1 ? parts[1].strip() : "");
  }

  private static @Nullable Principal principal(String name) {
    return name.isEmpty() ? null : new Principal(null, name);
  }

  /** A path as Ignition takes it. */
  static String absolute(String path, String field) {
    if (!path.startsWith("/")) {
      throw BootstrapProblem.invalid(field, "is not absolute; Ignition takes only absolute paths");
    }
    return path;
  }

  private static @Nullable Integer mode(BootFile file, boolean append, String field) {
    String permissions = file.permissions();
    if (permissions == null || permissions.isEmpty()) {
      return append ? null : DEFAULT_MODE;
    }
    try {
      int mode = Integer.parseInt(permissions.strip().replaceFirst("^0[oO]", ""), 8);
      if (mode >= 0 && mode <= LARGEST_MODE) {
        return mode;
      }
    } catch (NumberFormatException _) {
      // said below
    }
    throw BootstrapProblem.invalid(field, "is no octal mode such as 0640");
  }

  private static Content content(BootFile file, String field) {
    return switch (file.encoding()) {
      case null -> new Content.Inline(file.content());
      case "" -> new Content.Inline(file.content());
      case "base64" -> new Content.Inline(decoded(file.content(), field + ".content"));
      default ->
          throw BootstrapProblem.notSupported(
              field + ".encoding", "%s is not for Ignition; use base64".formatted(file.encoding()));
    };
  }

  private static byte[] decoded(String base64, String field) {
    try {
      return Base64.getDecoder().decode(base64.replaceAll("\\s", ""));
    } catch (IllegalArgumentException _) {
      throw BootstrapProblem.invalid(field, "is not base64, as spec.files.encoding says");
    }
  }

  private Files() {}
}
