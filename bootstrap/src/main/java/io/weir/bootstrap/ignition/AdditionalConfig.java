package io.weir.bootstrap.ignition;

import io.weir.bootstrap.BootstrapProblem;
import io.weir.bootstrap.ignition.MachineConfig.Account;
import io.weir.bootstrap.ignition.MachineConfig.AccountGroup;
import io.weir.bootstrap.ignition.MachineConfig.Directory;
import io.weir.bootstrap.ignition.MachineConfig.DropIn;
import io.weir.bootstrap.ignition.MachineConfig.NetworkUnit;
import io.weir.bootstrap.ignition.MachineConfig.Unit;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.error.YAMLException;

/**
 * Reads a Container Linux Config: files and directories, units of systemd with drop-ins, accounts
 * and groups, units of networkd. YAML 1.1, as its own tool reads it, so that a mode of 0644 is
 * octal. Anything else it may hold is refused by its path rather than dropped.
 */
final class AdditionalConfig {

  static final String FIELD = "spec.ignition.containerLinuxConfig.additionalConfig";

  private static final int DIRECTORY_MODE = 0755;

  private final List<String> warnings = new ArrayList<>();

  /** What was read, and what is odd about it. */
  record Read(MachineConfig config, List<String> warnings) {}

  static Read read(String text) {
    var reading = new AdditionalConfig();
    MachineConfig config = YamlFields.read("", parse(text), reading::config);
    return new Read(config, reading.warnings);
  }

  private static @Nullable Object parse(String text) {
    var options = new LoaderOptions();
    options.setAllowDuplicateKeys(false);
    try {
      return new Yaml(new SafeConstructor(options)).load(text);
    } catch (MarkedYAMLException e) {
      // The whole message would quote the line, and with it perhaps a secret.
      throw BootstrapProblem.invalid(
          FIELD,
          "is not YAML"
              + (e.getProblemMark() == null
                  ? ""
                  : ", see line " + (e.getProblemMark().getLine() + 1)));
    } catch (YAMLException e) {
      throw BootstrapProblem.invalid(FIELD, "is not YAML");
    }
  }

  private MachineConfig config(YamlFields top) {
    var passwd = top.group("passwd", this::passwd);
    var storage = top.group("storage", this::storage);
    return new MachineConfig(
        passwd.users(),
        passwd.groups(),
        storage.files(),
        storage.directories(),
        top.group("systemd", systemd -> systemd.groups("units", this::unit)),
        top.group("networkd", networkd -> networkd.groups("units", this::networkUnit)),
        List.of(),
        List.of());
  }

  private record Passwd(List<Account> users, List<AccountGroup> groups) {}

  private record Storage(List<MachineConfig.FileNode> files, List<Directory> directories) {}

  private Passwd passwd(YamlFields passwd) {
    return new Passwd(passwd.groups("users", this::user), passwd.groups("groups", this::group));
  }

  private Account user(YamlFields user) {
    return new Account(
        user.requiredText("name"),
        user.text("password_hash"),
        user.texts("ssh_authorized_keys"),
        user.whole("uid"),
        user.text("gecos"),
        user.text("home_dir"),
        user.flag("no_create_home"),
        user.text("primary_group"),
        user.texts("groups"),
        user.flag("no_user_group"),
        user.flag("system"),
        user.flag("no_log_init"),
        user.text("shell"));
  }

  private AccountGroup group(YamlFields group) {
    return new AccountGroup(
        group.requiredText("name"),
        group.whole("gid"),
        group.text("password_hash"),
        group.flag("system"));
  }

  private Storage storage(YamlFields storage) {
    return new Storage(
        storage.groups("files", file -> AdditionalFiles.file(file, warnings)),
        storage.groups(
            "directories",
            directory -> new Directory(AdditionalFiles.node(directory, DIRECTORY_MODE, warnings))));
  }

  private Unit unit(YamlFields unit) {
    String name = unit.requiredText("name");
    Boolean enabled = unit.flag("enabled");
    if (unit.has("enable")) {
      warnings.add(unit.path("enable") + " is an old name of enabled");
      Boolean old = unit.flag("enable");
      enabled = enabled == null ? old : enabled;
    }
    String contents = unit.text("contents");
    if (Boolean.TRUE.equals(enabled) && contents != null && !contents.contains("[Install]")) {
      warnings.add(unit.path("enabled") + " has no effect, as the unit has no section [Install]");
    }
    return new Unit(name, enabled, unit.flag("mask"), contents, dropIns(unit));
  }

  private NetworkUnit networkUnit(YamlFields unit) {
    return new NetworkUnit(unit.requiredText("name"), unit.text("contents"), dropIns(unit));
  }

  private static List<DropIn> dropIns(YamlFields unit) {
    return unit.groups(
        "dropins",
        dropIn -> {
          String name = dropIn.requiredText("name");
          if (!name.endsWith(".conf")) {
            throw BootstrapProblem.invalid(dropIn.field("name"), "does not end in .conf");
          }
          return new DropIn(name, dropIn.text("contents"));
        });
  }
}
