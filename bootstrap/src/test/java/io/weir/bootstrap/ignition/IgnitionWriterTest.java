package io.weir.bootstrap.ignition;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.json.JsonReadFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.Json;
import io.weir.api.bootstrap.KubeadmConfig;
import io.weir.bootstrap.BootstrapContent;
import io.weir.bootstrap.BootstrapDataException;
import io.weir.bootstrap.BootstrapFile;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class IgnitionWriterTest {

  private static BootstrapContent parts(String spec) {
    try {
      ObjectNode config = Json.MAPPER.createObjectNode();
      config.set(
          "spec", Json.MAPPER.reader().with(JsonReadFeature.ALLOW_SINGLE_QUOTES).readTree(spec));
      var view = Json.MAPPER.convertValue(config, KubeadmConfig.class).spec();
      var files =
          view.files().stream()
              .map(
                  file ->
                      new BootstrapFile(
                          file.path(),
                          file.owner(),
                          file.permissions(),
                          file.encoding(),
                          file.append(),
                          String.valueOf(file.content())))
              .toList();
      return new BootstrapContent(view, files, view.users(), "kind: JoinConfiguration\n");
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private static JsonNode written(String spec) {
    try {
      return Json.MAPPER.readTree(IgnitionWriter.write(parts(spec), IgnitionVersion.V2_3).text());
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private static String adding(String yaml, boolean strict) {
    ObjectNode spec = Json.MAPPER.createObjectNode();
    spec.withObject("/ignition/containerLinuxConfig")
        .put("additionalConfig", yaml.replace("\\n", "\n"))
        .put("strict", strict);
    return spec.toString();
  }

  private static List<String> units(JsonNode written) {
    return written.at("/systemd/units").findValuesAsText("name");
  }

  @Nested
  class FalseMeansFalse {

    @Test
    void forATimeServiceThatIsSwitchedOff() {
      JsonNode written = written("{'ntp': {'enabled': false, 'servers': ['a']}}");

      assertThat(written.at("/systemd/units/1/name").asText()).isEqualTo("ntpd.service");
      assertThat(written.at("/systemd/units/1/enabled").asBoolean(true)).isFalse();
      assertThat(written.at("/storage/files").findValuesAsText("path"))
          .doesNotContain("/etc/ntp.conf");
    }

    @Test
    void forATimeServiceThatIsLeftAlone() {
      assertThat(units(written("{'ntp': {'servers': ['a']}}"))).containsExactly("kubeadm.service");
    }

    @Test
    void forALayout() {
      JsonNode written =
          written("{'diskSetup': {'partitions': [{'device': '/dev/sdb', 'layout': false}]}}");

      assertThat(written.at("/storage/disks/0").has("partitions")).isFalse();
    }

    @Test
    void forOverwritingThatNobodyAskedFor() {
      JsonNode written =
          written("{'diskSetup': {'filesystems': [{'device': '/dev/sdb', 'filesystem': 'xfs'}]}}");

      assertThat(written.at("/storage/filesystems/0/mount").has("wipeFilesystem")).isFalse();
    }
  }

  @Nested
  class AnAddedConfig {

    @Test
    void addsDropInsToTheUnitThatJoins() {
      JsonNode written =
          written(
              adding(
                  "systemd: {units: [{name: kubeadm.service, dropins: [{name: a.conf, contents:"
                      + " x}]}]}",
                  true));

      assertThat(units(written)).startsWith("kubeadm.service").hasSize(2);
      assertThat(written.at("/systemd/units")).hasSize(1);
      assertThat(written.at("/systemd/units/0/enabled").asBoolean()).isTrue();
      assertThat(written.at("/systemd/units/0/contents").asText()).contains("ExecStart");
      assertThat(written.at("/systemd/units/0/dropins/0/name").asText()).isEqualTo("a.conf");
    }

    @Test
    void replacesAFileOfTheSamePath() {
      String added =
          adding(
              "storage: {files: [{path: /etc/kubeadm.sh, mode: 0700, contents: {inline: x}}]}",
              true);

      JsonNode written = written(added);

      assertThat(written.at("/storage/files").findValuesAsText("path"))
          .containsExactly("/etc/kubeadm.sh", "/etc/kubeadm.yml");
      assertThat(written.at("/storage/files/0/contents/source").asText()).isEqualTo("data:,x");
    }

    @ParameterizedTest
    @CsvSource(
        delimiter = '|',
        value = {
          "storage: {files: [{path: /a, contents: {inline: x}}]}"
              + "|storage.files[0].mode is not set, so it is 0644",
          "storage: {directories: [{path: /a}]}"
              + "|storage.directories[0].mode is not set, so it is 0755",
          "systemd: {units: [{name: a.service, enable: true}]}"
              + "|systemd.units[0].enable is the old name of enabled",
          "systemd: {units: [{name: a.service, enabled: true, contents: x}]}"
              + "|systemd.units[0].enabled has no effect",
        })
    void thatIsOddIsToldAndRefusedOnlyWhereItIsToBeStrict(String yaml, String warning) {
      var ignitionOutput = IgnitionWriter.write(parts(adding(yaml, false)), IgnitionVersion.V2_3);

      assertThat(ignitionOutput.warnings()).singleElement().asString().contains(warning);
      assertThatThrownBy(
              () -> IgnitionWriter.write(parts(adding(yaml, true)), IgnitionVersion.V2_3))
          .hasMessageContaining(warning);
    }

    @ParameterizedTest
    @CsvSource(
        delimiter = '|',
        value = {
          "storage: {raid: []}                     |storage.raid: is not supported",
          "storage: {files: [{path: /a, mode: 420, contents: {local: x}}]}"
              + "|storage.files[0].contents.local: is not supported",
          "storage: {files: [{path: /a, mode: 420, filesystem: oem}]}"
              + "|storage.files[0].filesystem: only root",
          "storage: {files: [{path: a, mode: 420}]}|storage.files[0].path: is not absolute",
          "locksmith: {window_start: x}            |locksmith: is not supported",
          "etcd: {}                                |etcd: is not supported",
          "update: {group: stable}                 |update: is not supported",
          "ignition: {config: {}}                  |ignition: is not supported",
          "passwd: {users: [{name: 5}]}            |passwd.users[0].name: is not a string",
          "passwd: {users: [{gecos: x}]}           |passwd.users[0].name: is missing",
          "systemd: {units: {}}                    |systemd.units: is not a list",
          "systemd: {units: [{name: a, dropins: [{name: b}]}]}"
              + "|systemd.units[0].dropins[0].name: does not end in .conf",
          "a: [                                    |is not YAML, see line 1",
          "a: 1\\na: 2                             |is not YAML, see line 2",
          "- a                                     |is not a mapping",
        })
    void thatAsksForAnythingElseIsRefusedByItsPath(String yaml, String message) {
      assertThatThrownBy(
              () -> IgnitionWriter.write(parts(adding(yaml, false)), IgnitionVersion.V2_3))
          .isInstanceOf(BootstrapDataException.class)
          .hasMessageContaining("spec.ignition.containerLinuxConfig.additionalConfig: ")
          .hasMessageContaining(message);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{'bootCommands': ['x']}|spec.bootCommands: ",
        "{'files': [{'path': 'x', 'content': ''}]}|spec.files[0].path: is not absolute",
        "{'files': [{'path': '/etc/kubeadm.yml'}]}|spec.files[0].path: is a file that",
        "{'files': [{'path': '/x', 'encoding': 'gzip'}]}|spec.files[0].encoding: Ignition does not",
        "{'files': [{'path': '/x', 'encoding': 'base64', 'content': '%'}]}|spec.files[0].content: ",
        "{'files': [{'path': '/x', 'permissions': 'u+x'}]}|spec.files[0].permissions: is not an"
            + " octal",
        "{'users': [{'name': 'u', 'inactive': true}]}|spec.users[0].inactive: ",
        "{'users': [{'name': 'a/b'}]}|spec.users[0].name: ",
        "{'users': [{'name': 'u', 'sudo': 'a\\nb'}]}|spec.users[0].sudo: contains a line break",
        "{'ntp': {'enabled': true, 'servers': ['a', 'b\\n"
            + "c']}}|spec.ntp.servers[1]: contains a line",
        "{'mounts': [['/dev/x', '/a/../b']]}|spec.mounts[0][1]: contains . or ..",
        "{'mounts': [['/dev/x', '/y', 'ro\\\\']]}|spec.mounts[0][2]: ends in a backslash",
        "{'files': [{'path': '/x', 'owner': 'a:b:c'}]}|spec.files[0].owner: is neither",
        "{'users': [{'name': '%wheel'}]}|spec.users[0].name: is not a user name",
        "{'ntp': {'enabled': true, 'servers': ['a #b']}}|spec.ntp.servers[0]: has a #",
        "{'mounts': [['x', '/y']]}|spec.mounts[0][0]: is neither",
        "{'mounts': [['/dev/x', 'y']]}|spec.mounts[0][1]: is not absolute",
        "{'mounts': [['/dev/x', '/y\\n[Service]']]}|spec.mounts[0][1]: contains a line break",
        "{'diskSetup': {'partitions': [{'device': '/d', 'diskLayout': [{'percentage': 9}]}]}}"
            + "|spec.diskSetup.partitions[0].diskLayout: ",
        "{'diskSetup': {'partitions': [{'device': '/d', 'layout': true, 'tableType': 'mbr'}]}}"
            + "|spec.diskSetup.partitions[0].tableType: Ignition does not",
        "{'diskSetup': {'filesystems': [{'device': '/d', 'filesystem': 'ntfs'}]}}"
            + "|spec.diskSetup.filesystems[0].filesystem: Ignition does not support ntfs",
        "{'diskSetup': {'filesystems': [{'device': '/d', 'filesystem': 'xfs', 'partition': '1'}]}}"
            + "|spec.diskSetup.filesystems[0].partition: ",
      })
  void whatIgnitionCannotDoIsRefusedNamingTheField(String spec, String message) {
    assertThatThrownBy(() -> IgnitionWriter.write(parts(spec), IgnitionVersion.V2_3))
        .isInstanceOf(BootstrapDataException.class)
        .hasMessageStartingWith(message);
  }

  @ParameterizedTest
  @CsvSource({
    "/var/lib/data, var-lib-data",
    "/a-b/.c/, a\\x2db-.c",
    "/.x, \\x2ex",
    "/ä, \\xc3\\xa4"
  })
  void theUnitOfAMountPointIsNamedAsSystemdDemands(String mountPoint, String name) {
    assertThat(MountUnits.unitName(mountPoint)).isEqualTo(name);
  }
}
