package io.weir.bootstrap.ignition;

import io.weir.api.bootstrap.DiskSetup.Filesystem;
import io.weir.bootstrap.BootstrapDataException;
import io.weir.bootstrap.ignition.MachineConfig.Unit;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;

/** Mounts as units of systemd: label or device, mount point, and all that follows as options. */
final class MountUnits {

  private static final String LABEL = "LABEL=";

  static List<Unit> units(List<List<String>> mounts, List<Filesystem> filesystems) {
    var units = new ArrayList<Unit>();
    for (int i = 0; i < mounts.size(); i++) {
      units.add(unit(mounts.get(i), filesystems, "spec.mounts[" + i + "]"));
    }
    return units;
  }

  private static Unit unit(List<String> mount, List<Filesystem> filesystems, String field) {
    if (mount.size() < 2) {
      throw BootstrapDataException.invalid(field, "has no mount point; list label and mount point");
    }
    for (int i = 0; i < mount.size(); i++) {
      String _ = SingleLineValues.requireTrimmed(field + "[" + i + "]", mount.get(i));
    }
    String where = mountPoint(mount.get(1), field + "[1]");
    String what = what(mount.getFirst(), filesystems, field + "[0]");
    var text = new StringBuilder("[Unit]\nDescription=Mount ").append(escaped(where));
    text.append("\n\n[Mount]\nWhat=").append(escaped(what));
    text.append("\nWhere=").append(escaped(where)).append('\n');
    if (mount.size() > 2) {
      String options = String.join(",", mount.subList(2, mount.size()));
      text.append("Options=").append(escaped(options)).append('\n');
    }
    text.append("\n[Install]\nWantedBy=multi-user.target\n");
    return new Unit(unitName(where) + ".mount", true, null, text.toString(), List.of());
  }

  /** Systemd refuses a unit whose path it would have to resolve. */
  private static String mountPoint(String given, String field) {
    String where = IgnitionFiles.requireAbsolute(given, field);
    if (Arrays.stream(where.split("/")).anyMatch(part -> part.equals(".") || part.equals(".."))) {
      throw BootstrapDataException.invalid(field, "contains . or ..; give the resolved path");
    }
    return where;
  }

  /** The device of the file system with that label. */
  private static String what(String given, List<Filesystem> filesystems, String field) {
    String label = given.startsWith(LABEL) ? given.substring(LABEL.length()) : given;
    for (int i = 0; i < filesystems.size(); i++) {
      if (Objects.equals(filesystems.get(i).label(), label)) {
        return SingleLineValues.requireTrimmed(
            "spec.diskSetup.filesystems[" + i + "].device", filesystems.get(i).device());
      }
    }
    if (!given.startsWith("/") && !given.contains("=")) {
      throw BootstrapDataException.invalid(
          field, "is neither a device nor the label of one of spec.diskSetup.filesystems");
    }
    return given;
  }

  /** A percent sign begins a specifier in a unit. */
  private static String escaped(String text) {
    return text.replace("%", "%%");
  }

  /** The name that systemd demands of the unit of a mount point. */
  static String unitName(String where) {
    String path = where.replaceAll("/+", "/").replaceAll("^/|/$", "");
    if (path.isEmpty()) {
      return "-";
    }
    var name = new StringBuilder();
    for (byte octet : path.getBytes(StandardCharsets.UTF_8)) {
      char c = (char) (octet & 0xff);
      boolean plain =
          (c < 0x80 && Character.isLetterOrDigit(c))
              || c == '_'
              || c == ':'
              || (c == '.' && !name.isEmpty());
      if (c == '/') {
        name.append('-');
      } else if (plain) {
        name.append(c);
      } else {
        name.append("\\x%02x".formatted((int) c));
      }
    }
    return name.toString();
  }

  private MountUnits() {}
}
