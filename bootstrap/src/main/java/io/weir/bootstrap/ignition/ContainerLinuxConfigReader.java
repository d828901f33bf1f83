package io.weir.bootstrap.ignition;

import io.weir.bootstrap.BootstrapDataException;
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

/**
 * Reads a Container Linux Config: files and directories, units of systemd with drop-ins, accounts
 * and groups, units of networkd. YAML 1.1, as its own tool reads it, so that a mode of 0644 is
 * octal. Anything else it may hold is refused by its path rather than dropped.
 */
final class ContainerLinuxConfigReader {

  static final String FIELD = "spec.ignition.containerLinuxConfig.additionalConfig";

  private static final int DIRECTORY_MODE = 0755;

  private final List<String> warnings = new ArrayList<>();

  /** What was read, and what is odd about it. */
  record ParsedConfig(MachineConfig config, List<String> warnings) {}

  static ParsedConfig read(String text) {
    var reading = new ContainerLinuxConfigReader();
    MachineConfig config = YamlMappingReader.read("", parse(text), reading::config);
    return new ParsedConfig(config, reading.warnings);
  }

  private static @Nullable Object parse(String text) {
    var options = new LoaderOptions();
    options.setAllowDuplicateKeys(false);
    try {
      return new Yaml(new SafeConstructor(options)).load(text);
    } catch (MarkedYAMLException e) {
      // The whole message would quote the line, and with it perhaps a secret.
      throw BootstrapDataException.invalid(
          FIELD,
          "is not YAML"
              + (e.getProblemMark() == null
                  ? ""
                  : ", see line " + (e.getProblemMark().getLine() + 1)));
    } catch (RuntimeException unfit) {
      // A tag such as !!binary before what is none is no YAMLException.
      throw BootstrapDataException.invalid(FIELD, "is not YAML");
    }
  }

  private MachineConfig config(YamlMappingReader top) {
    var passwd = top.mapping("passwd", this::passwd);
    var storage = top.mapping("storage", this::storage);
    return new MachineConfig(
        passwd.users(),
        passwd.groups(),
        storage.files(),
        storage.directories(),
        top.mapping("systemd", systemd -> systemd.mappings("units", this::unit)),
        top.mapping("networkd", networkd -> networkd.mappings("units", this::networkUnit)),
        List.of(),
        List.of());
  }

  private record Passwd(List<Account> users, List<AccountGroup> groups) {}

  private record Storage(List<MachineConfig.FileNode> files, List<Directory> directories) {}

  private Passwd passwd(YamlMappingReader passwd) {
    return new Passwd(passwd.mappings("users", this::user), passwd.mappings("groups", this::group));
  }

  private Account user(YamlMappingReader user) {
    return new Account(
        user.requiredText("name"),
        user.text("password_hash"),
        user.texts("ssh_authorized_keys"),
        user.integer("uid"),
        user.text("gecos"),
        user.text("home_dir"),
        user.bool("no_create_home"),
        user.text("primary_group"),
        user.texts("groups"),
        user.bool("no_user_group"),
        user.bool("system"),
        user.bool("no_log_init"),
        user.text("shell"));
  }

  private AccountGroup group(YamlMappingReader group) {
    return new AccountGroup(
        group.requiredText("name"),
        group.integer("gid"),
        group.text("password_hash"),
        group.bool("system"));
  }

  private Storage storage(YamlMappingReader storage) {
    return new Storage(
        storage.mappings("files", file -> ContainerLinuxFileReader.file(file, warnings)),
        storage.mappings(
            "directories",
            directory ->
                new Directory(ContainerLinuxFileReader.node(directory, DIRECTORY_MODE, warnings))));
  }

  private Unit unit(YamlMappingReader unit) {
    String name = unit.requiredText("name");
    Boolean enabled = unit.bool("enabled");
    if (unit.has("enable")) {
      warnings.add(unit.path("enable") + " is the old name of enabled");
      Boolean old = unit.bool("enable");
      enabled = enabled == null ? old : enabled;
    }
    String contents = unit.text("contents");
    if (Boolean.TRUE.equals(enabled) && contents != null && !contents.contains("[Install]")) {
      warnings.add(unit.path("enabled") + " has no effect, as the unit has no [Install] section");
    }
    return new Unit(name, enabled, unit.bool("mask"), contents, dropIns(unit));
  }

  private NetworkUnit networkUnit(YamlMappingReader unit) {
    return new NetworkUnit(unit.requiredText("name"), unit.text("contents"), dropIns(unit));
  }

  private static List<DropIn> dropIns(YamlMappingReader unit) {
    return unit.mappings(
        "dropins",
        dropIn -> {
          String name = dropIn.requiredText("name");
          if (!name.endsWith(".conf")) {
            throw BootstrapDataException.invalid(dropIn.field("name"), "does not end in .conf");
          }
          return new DropIn(name, dropIn.text("contents"));
        });
  }
}
