package io.weir.clouds.node.cloudinit;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.clouds.node.host.FileSystem;
import io.weir.clouds.node.host.WrittenFile;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Base64;
import java.util.Map;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CloudInitTest {
  private static final String JOIN_FILE = "/run/kubeadm/kubeadm-join-config.yaml";
  private static final InstanceData INSTANCE =
      InstanceData.forEc2(
          Map.of(
              "instance-id", "i-0abc",
              "local-hostname", "ip-10-0-0-7.eu-west-1.compute.internal",
              "local-ipv4", "10.0.0.7",
              "instance-type", "m5.large",
              "availability-zone", "eu-west-1a",
              "region", "eu-west-1"));

  private final FileSystem files = new FileSystem();

  @Nested
  class RealUserData {
    @ParameterizedTest
    @ValueSource(strings = {"plain-125", "plain-131", "files", "disks"})
    void leavesTheJoinFileAndItsCommand(String name) throws Exception {
      UserDataResult boot = CloudInit.process(UserData.of(golden(name)), INSTANCE, files);

      assertThat(boot.usable()).isTrue();
      assertThat(boot.warnings()).isEmpty();
      assertThat(boot.runCommands())
          .singleElement()
          .asString()
          .startsWith("kubeadm join --config " + JOIN_FILE);
      assertThat(text(JOIN_FILE)).startsWith("---\n").contains("kind: JoinConfiguration\n");
      assertThat(files.read(JOIN_FILE))
          .hasValueSatisfying(file -> assertThat(file.permissions()).isEqualTo(0640));
    }

    @Test
    void namesTheNodeAfterTheInstance() throws Exception {
      CloudInit.process(UserData.of(golden("plain-131")), INSTANCE, files);

      assertThat(text(JOIN_FILE)).contains("name: 'ip-10-0-0-7.eu-west-1.compute.internal'");
    }

    @Test
    void writesFilesInTheirEncodings() throws Exception {
      CloudInit.process(UserData.of(golden("files")), INSTANCE, files);

      assertThat(text("/etc/a.conf")).isEqualTo("x: 1\ny: two\n");
      assertThat(text("/etc/b")).isEqualTo("hello");
      assertThat(text("/etc/c")).isEqualTo("more\n");
      assertThat(files.paths()).hasSize(5);
    }

    @Test
    void isReadThroughGzip() throws Exception {
      var packed = UserData.of(gzip(golden("plain-131").getBytes(UTF_8)));

      UserDataResult boot = CloudInit.process(packed, INSTANCE, files);

      assertThat(boot.usable()).isTrue();
      assertThat(files.paths()).contains(JOIN_FILE);
    }
  }

  @Nested
  class Jinja {
    @ParameterizedTest
    @CsvSource(
        delimiterString = "=>",
        value = {
          "{{ ds.meta_data.local_hostname }} => ip-10-0-0-7.eu-west-1.compute.internal",
          "{{ ds.meta_data[\"local_hostname\"] }} => ip-10-0-0-7.eu-west-1.compute.internal",
          "{{ ds.meta_data['local-hostname'] }} => ip-10-0-0-7.eu-west-1.compute.internal",
          "{{ ds.meta_data.placement.availability_zone }} => eu-west-1a",
          "{{ v1.local_hostname }} => ip-10-0-0-7",
          "{{ local_hostname }} => ip-10-0-0-7",
          "{{ v1.instance_id }} => i-0abc",
          "{{ v1.availability_zone }} => eu-west-1a",
          "{{ v1.region }} => eu-west-1",
          "{{ v1.cloud_name | upper }} => AWS",
          "{{ ds.meta_data.nope }} => CI_MISSING_JINJA_VAR/nope",
          "{{ nope }} => CI_MISSING_JINJA_VAR/nope",
          "${{ '{#' }}A[@]} #} => ${#A[@]} #}",
          "{{ nope | default('x') }} => x",
          "{{ 'a' if nope is defined else 'b' }} => b",
          "{% raw %}{{ kept }}{% endraw %}! => {{ kept }}!",
          "{{ '{{ v1.region }}' }} => {{ v1.region }}",
        })
    void resolvesTheNamesOfCloudInit(String expression, String expected) {
      CloudInit.process(jinja(expression), INSTANCE, files);

      assertThat(text("/t")).isEqualTo(expected + "\n");
    }

    @Test
    void ofOracleCloudFindsTheInstanceWithoutALevelBetween() {
      var instance =
          InstanceData.forOracle(
              Map.of("instance-id", "ocid1.instance.oc1.iad.a", "local-hostname", "inst-1-pool"));

      CloudInit.process(jinja("oci://{{ ds[\"id\"] }} {{ v1.local_hostname }}"), instance, files);

      assertThat(text("/t")).isEqualTo("oci://ocid1.instance.oc1.iad.a inst-1-pool\n");
    }

    @Test
    void warnsOfAnUndefinedVariable() {
      UserDataResult boot = CloudInit.process(jinja("{{ ds.meta_data.nope }}"), INSTANCE, files);

      assertThat(boot.usable()).isTrue();
      assertThat(boot.warnings()).containsExactly("undefined jinja variable 'nope'");
    }

    @ParameterizedTest
    @ValueSource(
        strings = {"{{ nope.deeper }}", "{{ nope-other }}", "{% bad %}", "{{ open", "${#a}"})
    void ignoresTheWholeDataAfterAnError(String broken) {
      UserDataResult boot = CloudInit.process(jinja(broken), INSTANCE, files);

      assertThat(boot.usable()).isFalse();
      assertThat(boot.warnings()).singleElement().asString().startsWith("ignoring jinja template");
      assertThat(files.paths()).isEmpty();
    }

    @Test
    void isNotAppliedWithoutTheHeader() {
      var plain = UserData.of(config("{{ v1.region }}"));

      CloudInit.process(plain, INSTANCE, files);

      assertThat(text("/t")).isEqualTo("{{ v1.region }}\n");
    }

    private UserData jinja(String content) {
      return UserData.of("## template: jinja\n" + config(content));
    }

    private String config(String content) {
      return "#cloud-config\nwrite_files:\n- path: /t\n  content: |\n    " + content + "\n";
    }
  }

  @Nested
  class CloudConfig {
    @Test
    void decodesEveryEncoding() throws Exception {
      String packed = Base64.getEncoder().encodeToString(gzip("hello".getBytes(UTF_8)));
      String base64 = Base64.getEncoder().encodeToString("hello".getBytes(UTF_8));
      String data =
          """
          #cloud-config
          write_files:
          - {path: /a, encoding: b64, content: "%2$s"}
          - {path: /b, encoding: gzip+base64, content: "%1$s"}
          - {path: /c, encoding: gz+b64, content: "%1$s"}
          - {path: /d, encoding: gzip, content: !!binary "%1$s"}
          """
              .formatted(packed, base64);

      UserDataResult boot = CloudInit.process(UserData.of(data), INSTANCE, files);

      assertThat(boot.warnings()).isEmpty();
      assertThat(files.paths()).hasSize(4).allSatisfy(p -> assertThat(text(p)).isEqualTo("hello"));
    }

    @Test
    void readsAttributesAndAppends() {
      String data =
          """
          #cloud-config
          write_files:
          - {path: /a, content: "1"}
          - {path: /a, content: "2", append: true, permissions: 0600, owner: "me:us"}
          """;

      CloudInit.process(UserData.of(data), INSTANCE, files);

      assertThat(files.read("/a")).hasValue(new WrittenFile("12".getBytes(UTF_8), 0600, "me:us"));
    }

    @Test
    void readsWordsAsYaml11Does() {
      String data =
          "#cloud-config\nwrite_files:\n- {path: /a, content: x, append: yes}\nruncmd: [on]\n";

      UserDataResult boot = CloudInit.process(UserData.of(data), INSTANCE, files);

      assertThat(text("/a")).isEqualTo("x");
      assertThat(boot.warnings()).containsExactly("unable to shellify type Boolean in runcmd");
    }

    @Test
    void keepsCommandsInOrder() {
      String data =
          """
          #cloud-config
          bootcmd: ["one"]
          runcmd:
          - "two"
          - [echo, "it's"]
          - kubeadm join
          - "four"
          """;

      UserDataResult boot = CloudInit.process(UserData.of(data), INSTANCE, files);

      assertThat(boot.bootCommands()).containsExactly("one");
      assertThat(boot.runCommands())
          .containsExactly("two", "'echo' 'it'\\''s'", "kubeadm join", "four");
    }

    @ParameterizedTest
    @ValueSource(
        strings = {
          "#!/bin/sh\necho",
          "#cloud-config\na: [",
          "#cloud-config\n- a",
          "",
          "## template: jinja"
        })
    void isIgnoredWhenItIsNotOne(String data) {
      UserDataResult boot = CloudInit.process(UserData.of(data), INSTANCE, files);

      assertThat(boot.usable()).isFalse();
      assertThat(boot.warnings()).hasSize(1);
    }
  }

  private String text(String path) {
    return files.read(path).orElseThrow().text();
  }

  private static String golden(String name) throws IOException {
    try (InputStream in =
        CloudInitTest.class.getResourceAsStream("/userdata/" + name + ".cloud-config.txt")) {
      return new String(in.readAllBytes(), UTF_8);
    }
  }

  private static byte[] gzip(byte[] data) throws IOException {
    var packed = new ByteArrayOutputStream();
    try (var out = new GZIPOutputStream(packed)) {
      out.write(data);
    }
    return packed.toByteArray();
  }
}
