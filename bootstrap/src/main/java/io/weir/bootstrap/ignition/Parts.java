package io.weir.bootstrap.ignition;

import io.weir.bootstrap.ignition.MachineConfig.Account;
import io.weir.bootstrap.ignition.MachineConfig.AccountGroup;
import io.weir.bootstrap.ignition.MachineConfig.DropIn;
import io.weir.bootstrap.ignition.MachineConfig.Node;
import io.weir.bootstrap.ignition.MachineConfig.Principal;
import io.weir.bootstrap.ignition.MachineConfig.Unit;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What versions 2.3 and 3.4 write alike. */
final class Parts {

  static Tree passwd(List<Account> users, List<AccountGroup> groups) {
    return new Tree()
        .putTrees("users", users, Parts::user)
        .putTrees("groups", groups, Parts::group);
  }

  private static Tree user(Account user) {
    return new Tree()
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

  private static Tree group(AccountGroup group) {
    return new Tree()
        .put("name", group.name())
        .put("gid", group.gid())
        .put("passwordHash", group.passwordHash())
        .put("system", group.system());
  }

  static Tree systemd(List<Unit> units) {
    return new Tree().putTrees("units", units, Parts::unit);
  }

  private static Tree unit(Unit unit) {
    return new Tree()
        .put("name", unit.name())
        .put("enabled", unit.enabled())
        .put("mask", unit.mask())
        .put("contents", unit.contents())
        .putTrees("dropins", unit.dropIns(), Parts::dropIn);
  }

  static Tree dropIn(DropIn dropIn) {
    return new Tree().put("name", dropIn.name()).put("contents", dropIn.contents());
  }

  /** Path, owners and overwriting; the mode goes with the rest. */
  static Tree node(Tree into, Node node, @Nullable Boolean overwrite) {
    return into.put("path", node.path())
        .put("user", principal(node.user()))
        .put("group", principal(node.group()))
        .put("overwrite", overwrite);
  }

  private static @Nullable Tree principal(@Nullable Principal who) {
    return who == null ? null : new Tree().put("id", who.id()).put("name", who.name());
  }

  static Tree resource(Content content) {
    var resource = new Tree().put("source", content.source());
    return switch (content) {
      case Content.Inline _ -> resource;
      case Content.Remote(var _, var compression, var hash) ->
          resource
              .put("compression", compression)
              .put("verification", new Tree().put("hash", hash));
    };
  }

  private Parts() {}
}
