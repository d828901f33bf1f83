package io.weir.bootstrap.ignition;

import io.weir.bootstrap.BootstrapDataException;
import io.weir.bootstrap.ignition.MachineConfig.FileNode;
import io.weir.bootstrap.ignition.MachineConfig.FileSystemNode;
import io.weir.bootstrap.ignition.MachineConfig.Principal;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Files and directories of a Container Linux Config. */
final class ContainerLinuxFileReader {

  private static final int FILE_MODE = 0644;

  static FileNode file(YamlMappingReader file, List<String> warnings) {
    boolean append = Boolean.TRUE.equals(file.bool("append"));
    FileSystemNode fileSystemNode = node(file, append ? null : FILE_MODE, warnings);
    return new FileNode(
        fileSystemNode, file.mapping("contents", ContainerLinuxFileReader::content), append);
  }

  static FileSystemNode node(
      YamlMappingReader node, @Nullable Integer defaultMode, List<String> warnings) {
    String path = IgnitionFiles.requireAbsolute(node.requiredText("path"), node.field("path"));
    String filesystem = node.text("filesystem");
    if (filesystem != null && !filesystem.equals("root")) {
      throw BootstrapDataException.notSupported(
          node.field("filesystem"), "only root is supported; mount others and give full paths");
    }
    Integer mode = node.integer("mode");
    if (mode == null && defaultMode != null) {
      warnings.add(node.path("mode") + " is not set, so it is 0%o".formatted(defaultMode));
    }
    return new FileSystemNode(
        path,
        principal(node, "user"),
        principal(node, "group"),
        mode == null ? defaultMode : mode,
        node.bool("overwrite"));
  }

  private static @Nullable Principal principal(YamlMappingReader node, String key) {
    return node.has(key)
        ? node.mapping(key, who -> new Principal(who.integer("id"), who.text("name")))
        : null;
  }

  private static FileContent content(YamlMappingReader contents) {
    FileContent inline = contents.content("inline");
    if (!contents.has("remote")) {
      return inline == null ? new FileContent.Inline("") : inline;
    }
    if (inline != null) {
      throw BootstrapDataException.invalid(
          contents.field("remote"), "is set together with inline; remove one");
    }
    return contents.mapping("remote", ContainerLinuxFileReader::remote);
  }

  private static FileContent remote(YamlMappingReader remote) {
    String hash =
        remote.mapping(
            "verification",
            verification ->
                verification.has("hash")
                    ? verification.mapping("hash", ContainerLinuxFileReader::hash)
                    : "");
    return new FileContent.Remote(
        remote.requiredText("url"), remote.text("compression"), hash.isEmpty() ? null : hash);
  }

  private static String hash(YamlMappingReader hash) {
    return hash.requiredText("function") + "-" + hash.requiredText("sum");
  }

  private ContainerLinuxFileReader() {}
}
