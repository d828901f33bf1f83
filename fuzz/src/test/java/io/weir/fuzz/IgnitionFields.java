package io.weir.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.Json;
import io.weir.bootstrap.ignition.IgnitionVersion;
import io.weir.bootstrap.render.SystemdUnit;
import io.weir.bootstrap.yaml.YamlReaders;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** A KubeadmConfig in Ignition's format with text in every field, and what should be read of it. */
final class IgnitionFields {

  /** Part of what is secret. */
  static final String SECRET = "q7Zw9XkV";

  /** Paths that the writer has a use for itself. */
  private static final List<String> TAKEN =
      List.of(
          "/etc/ntp.conf",
          "/etc/ssh/sshd_config",
          "/etc/sudoers.d/u0",
          "/etc/sudoers.d/a__b",
          "/etc/sudoers.d/a%2Eb");

  private static final List<String> USERS = List.of("u0", "u1", "a.b", "a__b", "a_b");

  private static final Set<String> OWN = Set.of("/etc/kubeadm.sh", "/etc/kubeadm.yml");

  private final FuzzedDataProvider data;
  private final ObjectNode spec = Json.MAPPER.createObjectNode().put("format", "ignition");
  private final Map<String, String> files = new LinkedHashMap<>();
  private final Map<String, String> sudoers = new LinkedHashMap<>();
  private final List<List<String>> mounts = new ArrayList<>();
  private final List<String> servers = new ArrayList<>();
  private final List<String> commands = new ArrayList<>();
  private final List<String> unlocked = new ArrayList<>();
  private String name = "";

  private IgnitionFields(FuzzedDataProvider data) {
    this.data = data;
  }

  static void readBackOrAreRefused(FuzzedDataProvider data) {
    var fields = new IgnitionFields(data);
    fields.files();
    fields.users();
    fields.mounts();
    fields.servers();
    fields.commands();
    var contents = new ArrayList<Map<String, String>>();
    for (IgnitionVersion version : IgnitionVersion.values()) {
      UserDataFuzzTest.ignition(fields.spec, version)
          .ifPresent(
              written -> {
                contents.add(contents(written));
                fields.readBack(written);
              });
    }
    assertThat(Set.copyOf(contents)).as(fields.spec.toString()).hasSizeLessThan(2);
    assertThat(contents.size()).isIn(0, IgnitionVersion.values().length);
  }

  /** A text that a line may hold, more often than not; else all would be refused. */
  private String text() {
    return data.consumeInt(0, 3) == 0 ? UserDataFuzzTest.text(data) : "t" + data.consumeInt(0, 3);
  }

  private void files() {
    ArrayNode list = spec.putArray("files");
    for (int i = data.consumeInt(0, 2); i > 0; i--) {
      String path = data.consumeInt(0, 3) == 0 ? data.pickValue(TAKEN) : "/" + text();
      String content = SECRET + UserDataFuzzTest.text(data);
      if (files.putIfAbsent(path, content) == null) {
        ObjectNode file = list.addObject().put("path", path).put("content", content);
        if (data.consumeBoolean()) {
          file.put("owner", text()).put("permissions", "0640");
        }
      }
    }
  }

  private void users() {
    ArrayNode list = spec.putArray("users");
    for (int i = data.consumeInt(0, 2); i > 0; i--) {
      String user =
          data.consumeInt(0, 3) == 0 ? UserDataFuzzTest.text(data) : data.pickValue(USERS);
      ObjectNode written = list.addObject().put("name", user).put("passwd", SECRET + text());
      if (data.consumeBoolean()) {
        String rule = text();
        written.put("sudo", rule);
        sudoers.put(user, rule);
      }
      if (data.consumeBoolean()) {
        written.put("lockPassword", false);
        unlocked.add(user);
      }
    }
  }

  private void mounts() {
    ArrayNode list = spec.putArray("mounts");
    for (int i = data.consumeInt(0, 2); i > 0; i--) {
      var mount = List.of("/dev/" + text(), "/m" + i + text(), text());
      mounts.add(mount);
      ArrayNode written = list.addArray();
      mount.forEach(written::add);
    }
  }

  private void servers() {
    ArrayNode list = spec.putObject("ntp").put("enabled", true).putArray("servers");
    for (int i = data.consumeInt(0, 2); i > 0; i--) {
      servers.add(text());
    }
    servers.forEach(list::add);
  }

  private void commands() {
    ArrayNode list = spec.putArray("preKubeadmCommands");
    for (int i = data.consumeInt(0, 2); i > 0; i--) {
      commands.add(text());
    }
    commands.forEach(list::add);
    name = text();
    spec.withObject("/joinConfiguration/nodeRegistration").put("name", name);
  }

  private void readBack(JsonNode written) {
    String shown = spec.toString();
    Map<String, String> read = contents(written);
    var paths = new TreeSet<>(OWN);
    // What Weir writes there itself has its own place among the files.
    files.forEach(
        (path, content) -> {
          if (!TAKEN.contains(path)) {
            assertThat(read.get(path)).as(shown).isEqualTo(content);
          }
        });
    paths.addAll(files.keySet());
    sudoers.forEach(
        (user, rule) -> {
          String path = "/etc/sudoers.d/" + user.replace(".", "%2E");
          if (!files.containsKey(path)) {
            paths.add(path);
            assertThat(read.get(path)).as(shown).isEqualTo(user + " " + rule + "\n");
          }
        });
    if (!unlocked.isEmpty() && paths.add("/etc/ssh/sshd_config")) {
      assertThat(read.get("/etc/ssh/sshd_config"))
          .as(shown)
          .contains("\nMatch User " + String.join(",", unlocked) + "\n");
    }
    if (!servers.isEmpty()) {
      paths.add("/etc/ntp.conf");
      assertThat(read.get("/etc/ntp.conf").lines().filter(line -> line.startsWith("server")))
          .as(shown)
          .isEqualTo(servers.stream().map(server -> "server " + server).toList());
    }
    assertThat(new TreeSet<>(read.keySet())).as(shown).isEqualTo(paths);
    var script = new StringBuilder();
    commands.forEach(command -> script.append('\n').append(command));
    script.append("\n\nkubeadm join ");
    assertThat(read.get("/etc/kubeadm.sh")).as(shown).startsWith("#!/bin/bash\nset -e\n" + script);
    Object node = YamlReaders.readAs11(read.get("/etc/kubeadm.yml")).get("nodeRegistration");
    assertThat(((Map<?, ?>) node).get("name")).as(shown).isEqualTo(name);
    units(written, shown);
  }

  private void units(JsonNode written, String shown) {
    var read = new ArrayList<List<String>>();
    for (JsonNode unit : written.at("/systemd/units")) {
      if (unit.path("name").asText().endsWith(".mount")) {
        SystemdUnit mount = SystemdUnit.read(unit.path("contents").asText());
        read.add(
            List.of(
                mount.value("Mount.What"),
                mount.value("Mount.Where"),
                mount.value("Mount.Options")));
        assertThat(mount.values()).as(shown).hasSize(5);
      }
    }
    assertThat(read).as(shown).isEqualTo(mounts);
    assertThat(written.at("/systemd/units")).as(shown).hasSize(mounts.size() + 2);
  }

  /** By path; of two the last one, as Ignition writes them one after the other. */
  private static Map<String, String> contents(JsonNode written) {
    var contents = new LinkedHashMap<String, String>();
    for (JsonNode file : written.at("/storage/files")) {
      String data = file.at("/contents/source").asText().substring("data:,".length());
      contents.put(
          file.path("path").asText(),
          URLDecoder.decode(data.replace("+", "%2B"), StandardCharsets.UTF_8));
    }
    return contents;
  }
}
