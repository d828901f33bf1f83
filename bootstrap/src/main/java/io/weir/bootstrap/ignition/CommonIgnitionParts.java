package io.weir.bootstrap.ignition;

import io.weir.bootstrap.ignition.MachineConfig.Account;
import io.weir.bootstrap.ignition.MachineConfig.AccountGroup;
import io.weir.bootstrap.ignition.MachineConfig.DropIn;
import io.weir.bootstrap.ignition.MachineConfig.FileSystemNode;
import io.weir.bootstrap.ignition.MachineConfig.Principal;
import io.weir.bootstrap.ignition.MachineConfig.Unit;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What versions 2.3 and 3.4 write alike. */
final class CommonIgnitionParts {

  static JsonObjectBuilder passwd(List<Account> users, List<AccountGroup> groups) {
    return new JsonObjectBuilder()
        .putTrees("users", users, CommonIgnitionParts::user)
        .putTrees("groups", groups, CommonIgnitionParts::group);
  }

  private static JsonObjectBuilder user(Account user) {
    return new JsonObjectBuilder()
        .put("name", user.name())
        .put("passwordHash", user.passwordHash())
        .putTexts("sshAuthorizedKeys", user.sshAuthorizedKeys())
        .put("uid", user.uid())
        .put("gecos", user.gecos())
        .put("homeDir", user.homeDir())
        .put("noCreateHome", user.noCreateHome())
        .put("primaryGroup", user.primaryGroup())
        .putTexts("groups", user.groups())
        .put("noUserGroup", user.noUserGroup())
        .put("system", user.system())
        .put("noLogInit", user.noLogInit())
        .put("shell", user.shell());
  }

  private static JsonObjectBuilder group(AccountGroup group) {
    return new JsonObjectBuilder()
        .put("name", group.name())
        .put("gid", group.gid())
        .put("passwordHash", group.passwordHash())
        .put("system", group.system());
  }

  static JsonObjectBuilder systemd(List<Unit> units) {
    return new JsonObjectBuilder().putTrees("units", units, CommonIgnitionParts::unit);
  }

  private static JsonObjectBuilder unit(Unit unit) {
    return new JsonObjectBuilder()
        .put("name", unit.name())
        .put("enabled", unit.enabled())
        .put("mask", unit.mask())
        .put("contents", unit.contents())
        .putTrees("dropins", unit.dropIns(), CommonIgnitionParts::dropIn);
  }

  static JsonObjectBuilder dropIn(DropIn dropIn) {
    return new JsonObjectBuilder().put("name", dropIn.name()).put("contents", dropIn.contents());
  }

  /** Path, owners and overwriting; the mode goes with the rest. */
  static JsonObjectBuilder node(
      JsonObjectBuilder into, FileSystemNode fileSystemNode, @Nullable Boolean overwrite) {
    return into.put("path", fileSystemNode.path())
        .put("user", principal(fileSystemNode.user()))
        .put("group", principal(fileSystemNode.group()))
        .put("overwrite", overwrite);
  }

  private static @Nullable JsonObjectBuilder principal(@Nullable Principal who) {
    return who == null ? null : new JsonObjectBuilder().put("id", who.id()).put("name", who.name());
  }

  static JsonObjectBuilder resource(FileContent fileContent) {
    var resource = new JsonObjectBuilder().put("source", fileContent.source());
    return switch (fileContent) {
      case FileContent.Inline _ -> resource;
      case FileContent.Remote(var _, var compression, var hash) ->
          resource
              .put("compression", compression)
              .put("verification", new JsonObjectBuilder().put("hash", hash));
    };
  }

  private CommonIgnitionParts() {}
}
