package io.weir.clouds.node.ignition;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.clouds.node.cloudinit.UserData;
import io.weir.clouds.node.cloudinit.UserDataResult;
import io.weir.clouds.node.host.FileSystem;
import io.weir.clouds.node.host.Shell;
import io.weir.clouds.node.host.WrittenFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class IgnitionTest {
  private static final Map<String, String> METADATA =
      Map.of("local-hostname", "ip-10-0-0-7.ec2.internal", "instance-id", "i-1");

  private final FileSystem files = new FileSystem();

  private UserDataResult boot(String config) {
    return Ignition.process(UserData.of(config), METADATA, files);
  }

  private String text(String path) {
    return files.read(path).orElseThrow().text();
  }

  @Nested
  class RealUserData {
    @Test
    void leavesTheFilesAndTheCommandsOfItsUnit() throws Exception {
      UserDataResult boot = boot(golden());

      assertThat(boot.warnings()).isEmpty();
      assertThat(boot.runCommands())
          .containsExactly(
              "echo pre",
              "kubeadm join --config /etc/kubeadm.yml ",
              "mkdir -p /run/cluster-api && echo success >"
                  + " /run/cluster-api/bootstrap-success.complete",
              "mv /etc/kubeadm.yml /tmp/",
              "echo post");
      assertThat(text("/etc/a.conf")).isEqualTo("x: 1\n");
      assertThat(files.read("/etc/kubeadm.yml"))
          .hasValueSatisfying(file -> assertThat(file.permissions()).isEqualTo(0600));
    }

    private String golden() throws IOException {
      try (var in = IgnitionTest.class.getResourceAsStream("/userdata/ignition.ign.json")) {
        return new String(in.readAllBytes(), StandardCharsets.UTF_8);
      }
    }
  }

  @Test
  void aFileOfVersion3IsAddedToAndReplacesOnlyWhereItIsAllowedTo() {
    UserDataResult boot =
        boot(
            """
            {"ignition": {"version": "3.4.0"}, "storage": {"files": [
              {"path": "/a", "mode": 384, "contents": {"source": "data:;base64,eA=="},
               "append": [{"source": "data:,%2By"}]}]}}
            """);

    assertThat(boot.usable()).isTrue();
    assertThat(text("/a")).isEqualTo("x+y");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{\"ignition\": {\"version\": \"2.9.0\"}}|unsupported config version",
        "{\"ignition\": {\"version\": \"2.3.0\"}, \"storage\": {\"files\": [{\"path\": \"a\"}]}}"
            + "|path not absolute",
        "{\"ignition\": {\"version\": \"3.4.0\"}, \"storage\": {\"files\": [{\"path\": \"/a\"},"
            + " {\"path\": \"/a\"}]}}|duplicate entry defined: /a",
        "{\"ignition\": |not JSON",
      })
  void aConfigThatIgnitionRefusesIsOfNoUse(String config, String why) {
    UserDataResult boot = boot(config);

    assertThat(boot.usable()).isFalse();
    assertThat(boot.warnings()).singleElement().asString().contains(why);
  }

  @Test
  void aUnitThatIsNotEnabledOrWhoseConditionIsNotMetRunsNothing() {
    String config =
        """
        {"ignition": {"version": "2.3.0"}, "systemd": {"units": [
          {"name": "a.service", "contents": "ExecStart=/bin/sh /a\\n[Install]\\n"},
          {"name": "b.service", "enabled": true, "contents": "ExecStart=/bin/sh /a\\n"},
          {"name": "c.service", "enabled": true,
           "contents": "ConditionPathExists=/gone\\nExecStart=/bin/sh /a\\n[Install]\\n"}]},
         "storage": {"files": [{"filesystem": "root", "path": "/a",
                                "contents": {"source": "data:,reboot"}}]}}
        """;

    assertThat(boot(config).runCommands()).isEmpty();
  }

  @Test
  void aShellSubstitutesAndMovesFiles() {
    var file = new WrittenFile("n: ${A} $B".getBytes(StandardCharsets.UTF_8), 0600, "root:root");
    files.write("/x", file);

    var shell = new Shell(files, Map.of("A", "a$1"));
    List.of("envsubst < /x > /x.tmp", "mv /x.tmp /x && mv /x /tmp/").forEach(shell::run);

    assertThat(text("/tmp/x")).isEqualTo("n: a$1 ");
    assertThat(files.paths()).containsExactly("/tmp/x");
  }
}
