package io.weir.bootstrap.ignition;

import io.weir.bootstrap.BootstrapDataException;
import io.weir.bootstrap.BootstrapFile;
import io.weir.bootstrap.ignition.MachineConfig.FileNode;
import io.weir.bootstrap.ignition.MachineConfig.FileSystemNode;
import io.weir.bootstrap.ignition.MachineConfig.Principal;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The files that a KubeadmConfig lists. */
final class IgnitionFiles {

  private static final int DEFAULT_MODE = 0644;
  private static final Pattern MODE = Pattern.compile(" *(0[oO])?0*(?<mode>[0-7]{1,4}) *");

  /** No name of an account has blanks or control characters in it. */
  private static final Pattern OWNER =
      Pattern.compile(" *(?<user>[^:\\s\\p{Cntrl}]*) *(: *(?<group>[^:\\s\\p{Cntrl}]*) *)?");

  static FileNode of(BootstrapFile file, String field) {
    boolean append = Boolean.TRUE.equals(file.append());
    List<String> owner = owner(file.owner(), field + ".owner");
    var fileSystemNode =
        new FileSystemNode(
            requireAbsolute(file.path(), field + ".path"),
            principal(owner.getFirst()),
            principal(owner.getLast()),
            mode(file, append, field + ".permissions"),
            null);
    return new FileNode(fileSystemNode, content(file, field), append);
  }

  /** User and group; either may be empty. */
  private static List<String> owner(@Nullable String owner, String field) {
    if (owner == null) {
      return List.of("", "");
    }
    Matcher parts = OWNER.matcher(owner);
    if (!parts.matches()) {
      throw BootstrapDataException.invalid(field, "is neither a user nor user:group");
    }
    return List.of(parts.group("user"), Optional.ofNullable(parts.group("group")).orElse(""));
  }

  /** By number or by name: Ignition looks a number up as a name if it is given as one. */
  private static @Nullable Principal principal(String name) {
    if (name.matches("[0-9]{1,9}")) {
      return new Principal(Integer.valueOf(name), null);
    }
    return name.isEmpty() ? null : new Principal(null, name);
  }

  /** A path as Ignition takes it. */
  static String requireAbsolute(String path, String field) {
    if (!path.startsWith("/")) {
      throw BootstrapDataException.invalid(
          field, "is not absolute; Ignition accepts only absolute paths");
    }
    return path;
  }

  private static @Nullable Integer mode(BootstrapFile file, boolean append, String field) {
    String permissions = file.permissions();
    if (permissions == null || permissions.isEmpty()) {
      return append ? null : DEFAULT_MODE;
    }
    Matcher digits = MODE.matcher(permissions);
    if (!digits.matches()) {
      throw BootstrapDataException.invalid(field, "is not an octal mode such as 0640");
    }
    return Integer.parseInt(digits.group("mode"), 8);
  }

  private static FileContent content(BootstrapFile file, String field) {
    return switch (file.encoding()) {
      case null -> new FileContent.Inline(file.content());
      case "" -> new FileContent.Inline(file.content());
      case "base64" -> new FileContent.Inline(decoded(file.content(), field + ".content"));
      default ->
          throw BootstrapDataException.notSupported(
              field + ".encoding",
              "Ignition does not support %s; use base64".formatted(file.encoding()));
    };
  }

  private static byte[] decoded(String base64, String field) {
    try {
      return Base64.getDecoder().decode(base64.replaceAll("\\s", ""));
    } catch (IllegalArgumentException _) {
      throw BootstrapDataException.invalid(field, "is not base64, though its encoding says so");
    }
  }

  private IgnitionFiles() {}
}
