package io.weir.bootstrap.ignition;

import io.weir.api.bootstrap.User;
import io.weir.bootstrap.BootstrapDataException;
import io.weir.bootstrap.ignition.MachineConfig.Account;
import io.weir.bootstrap.ignition.MachineConfig.FileNode;
import io.weir.bootstrap.ignition.MachineConfig.FileSystemNode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Accounts, and the files without which they could not do what they may. */
final class IgnitionAccounts {

  /** What sudo and sshd take for a name and nothing else, such as a pattern or a group. */
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_][A-Za-z0-9_.-]*");

  static List<Account> of(List<User> users) {
    var accounts = new ArrayList<Account>();
    for (int i = 0; i < users.size(); i++) {
      accounts.add(account(users.get(i), "spec.users[" + i + "]"));
    }
    return accounts;
  }

  private static Account account(User user, String field) {
    if (Boolean.TRUE.equals(user.inactive())) {
      throw BootstrapDataException.notSupported(
          field + ".inactive", "Ignition cannot create inactive users; remove it");
    }
    if (!NAME.matcher(user.name()).matches()) {
      throw BootstrapDataException.invalid(
          field + ".name",
          "is not a user name: use letters, digits and _, and after the first also - and .");
    }
    return new Account(
        user.name(),
        user.passwd(),
        user.sshAuthorizedKeys(),
        null,
        user.gecos(),
        user.homeDir(),
        null,
        user.primaryGroup(),
        groups(user.groups()),
        null,
        null,
        null,
        user.shell());
  }

  private static List<String> groups(@Nullable String groups) {
    return groups == null
        ? List.of()
        : Arrays.stream(groups.split(",", -1))
            .map(String::strip)
            .filter(group -> !group.isEmpty())
            .toList();
  }

  static List<FileNode> files(List<User> users) {
    var files = new ArrayList<FileNode>();
    for (int i = 0; i < users.size(); i++) {
      String rule = users.get(i).sudo();
      if (rule != null && !rule.isEmpty()) {
        String name = users.get(i).name();
        String line = SingleLineValues.requireSingleLine("spec.users[" + i + "].sudo", rule);
        // sudo passes over files with a dot in their name.
        String path = "/etc/sudoers.d/" + name.replace("%", "%25").replace(".", "%2E");
        files.add(file(path, name + " " + line + "\n"));
      }
    }
    String unlocked =
        users.stream()
            .filter(user -> Boolean.FALSE.equals(user.lockPassword()))
            .map(User::name)
            .collect(Collectors.joining(","));
    if (!unlocked.isEmpty()) {
      files.add(file("/etc/ssh/sshd_config", sshd(unlocked)));
    }
    return files;
  }

  /** As the image has it, and with passwords for those who may have one. */
  private static String sshd(String users) {
    return """
    Subsystem sftp internal-sftp
    ClientAliveInterval 180
    UseDNS no
    UsePAM yes
    PrintLastLog no
    PrintMotd no

    Match User %s
      PasswordAuthentication yes
    """
        .formatted(users);
  }

  private static FileNode file(String path, String text) {
    return new FileNode(
        new FileSystemNode(path, null, null, 0600, null), new FileContent.Inline(text), false);
  }

  private IgnitionAccounts() {}
}
