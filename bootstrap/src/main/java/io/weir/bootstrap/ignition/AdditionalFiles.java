package io.weir.bootstrap.ignition;

import io.weir.bootstrap.BootstrapProblem;
import io.weir.bootstrap.ignition.MachineConfig.FileNode;
import io.weir.bootstrap.ignition.MachineConfig.Node;
import io.weir.bootstrap.ignition.MachineConfig.Principal;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Files and directories of a Container Linux Config. */
final class AdditionalFiles {

  private static final int FILE_MODE = 0644;

  static FileNode file(YamlFields file, List<String> warnings) {
    boolean append = Boolean.TRUE.equals(file.flag("append"));
    Node node = node(file, append ? null : FILE_MODE, warnings);
    return new FileNode(node, file.group("contents", AdditionalFiles::content), append);
  }

  static Node node(YamlFields node, @Nullable Integer defaultMode, List<String> warnings) {
    String path = Files.absolute(node.requiredText("path"), node.field("path"));
    String filesystem = node.text("filesystem");
    if (filesystem != null && !filesystem.equals("root")) {
      throw BootstrapProblem.notSupported(
          node.field("filesystem"), "only root is supported; mount others and give whole paths");
    }
    Integer mode = node.whole("mode");
    if (mode == null && defaultMode != null) {
      warnings.add(node.path("mode") + " is not set, so it is 0%o".formatted(defaultMode));
    }
    return new Node(
        path,
        principal(node, "user"),
        principal(node, "group"),
        mode == null ? defaultMode : mode,
        node.flag("overwrite"));
  }

  private static @Nullable Principal principal(YamlFields node, String key) {
    return node.has(key)
        ? node.group(key, who -> new Principal(who.whole("id"), who.text("name")))
        : null;
  }

  private static Content content(YamlFields contents) {
    Content inline = contents.content("inline");
    if (!contents.has("remote")) {
      return inline == null ? new Content.Inline("") : inline;
    }
    if (inline != null) {
      throw BootstrapProblem.invalid(contents.field("remote"), "stands beside inline; remove one");
    }
    return contents.group("remote", AdditionalFiles::remote);
  }

  private static Content remote(YamlFields remote) {
    String hash =
        remote.group(
            "verification",
            verification ->
                verification.has("hash") ? verification.group("hash", AdditionalFiles::hash) : "");
    return new Content.Remote(
        remote.requiredText("url"), remote.text("compression"), hash.isEmpty() ? null : hash);
  }

  private static String hash(YamlFields hash) {
    return hash.requiredText("function") + "-" + hash.requiredText("sum");
  }

  private AdditionalFiles() {}
}
