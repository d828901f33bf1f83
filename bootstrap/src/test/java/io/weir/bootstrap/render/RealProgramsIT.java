package io.weir.bootstrap.render;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.Json;
import io.weir.bootstrap.ignition.IgnitionVersion;
import io.weir.bootstrap.programs.CloudInitProgram;
import io.weir.bootstrap.yaml.RandomText;
import io.weir.bootstrap.yaml.YamlReaders;
import io.weir.controlplane.binaries.Binaries;
import io.weir.controlplane.binaries.Binary;
import io.weir.controlplane.binaries.BuildListener;
import io.weir.controlplane.binaries.IgnitionValidator;
import io.weir.controlplane.process.Command;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What Weir renders, read by the programs that read it on machines. */
class RealProgramsIT {

  private static final Duration LIMIT = Duration.ofMinutes(1);
  private static final BuildListener PRINTING = BuildListener.printingTo(System.out);

  /** What a machine of a cloud would know of itself; templates in golden files ask for it. */
  private static final String INSTANCE =
      """
      {"ds": {"meta_data": {"local_hostname": "host-1", "zone": "zone-1", "region": "region-1",
                            "provider_id": "aws:///zone-1/i-1"}},
       "v1": {"cloud_name": "aws", "local_hostname": "host-1", "region": "region-1"}}
      """;

  private static CloudInitProgram cloudInitProgram;
  private static Path kubeadm;

  @TempDir private Path directory;

  @BeforeAll
  static void provide() throws Exception {
    cloudInitProgram = CloudInitProgram.provide();
    kubeadm = Binaries.findOrBuild(PRINTING).path(Binary.KUBEADM);
  }

  @AfterAll
  static void end() throws Exception {
    if (cloudInitProgram != null) {
      cloudInitProgram.close();
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "userdata/plain-125",
        "userdata/plain-131",
        "userdata/files",
        "userdata/disks",
        "rendered/everything",
        "rendered/everything-130",
        "rendered/templates"
      })
  void cloudInitAndKubeadmTakeIt(String input) throws Exception {
    Path config = renderedByCloudInit(input);

    Command.Result checked = cloudInitProgram.schema(config);

    assertThat(checked.exitCode()).as(checked.out() + checked.err()).isZero();
    assertThat(checked.out()).contains("Valid").doesNotContain("deprecat");
    var cloudConfigDocument =
        new CloudConfigDocument(YamlReaders.readAs11(Files.readString(config)));
    assertThat(validated(cloudConfigDocument.joinText())).isEqualTo("ok");
  }

  @Test
  void kubeadmTakesTheFileThatItDiscoversTheClusterBy() throws Exception {
    Path config = renderedByCloudInit("rendered/file-discovery");
    var cloudConfigDocument =
        new CloudConfigDocument(YamlReaders.readAs11(Files.readString(config)));
    String path = (String) cloudConfigDocument.join("discovery", "file", "kubeConfigPath");
    Path there = directory.resolve("discovery.conf");
    Files.writeString(there, (String) cloudConfigDocument.file(path).get("content"));

    String said = validated(cloudConfigDocument.joinText().replace(path, there.toString()));

    assertThat(cloudInitProgram.schema(config).exitCode()).isZero();
    assertThat(said).isEqualTo("ok");
  }

  /**
   * Its schema knows numbers only, where sfdisk and sgdisk want {@code fd} and GUIDs, which its
   * code passes on; it says so in its log and goes on.
   */
  @Test
  void cloudInitComplainsAboutLettersInPartitionTypesOnly() throws Exception {
    Command.Result checked =
        cloudInitProgram.schema(renderedByCloudInit("rendered/partition-types"));

    assertThat((checked.out() + checked.err()).lines().filter(line -> line.contains(": [[")))
        .singleElement()
        .asString()
        .contains("disk_setup./dev/sdb.layout");
  }

  @Test
  void cloudInitRendersTemplatesAsTheyWereWritten() throws Exception {
    String config = Files.readString(renderedByCloudInit("rendered/templates"));

    var cloudConfigDocument = new CloudConfigDocument(YamlReaders.readAs11(config));
    assertThat(cloudConfigDocument.join("nodeRegistration", "name")).isEqualTo("host-1");
    assertThat(cloudConfigDocument.file("/etc/hostname-of-region-1").get("content"))
        .isEqualTo("# who am I\nname=\"host-1\" \nregion='region-1'\n");
    assertThat(config).contains("value: \"aws:///zone-1/i-1\"").contains("zone=zone-1");
  }

  @Test
  void whatLooksLikeACommentOfJinjaReachesTheMachine() throws Exception {
    long seed = Long.getLong("weir.seed", 1);
    var random = new Random(seed);
    ObjectNode spec = Json.MAPPER.createObjectNode();
    var given =
        new ArrayList<>(
            List.of(
                "[ ${#A[@]} -gt 1 ]",
                "{#\n",
                "a {#}\n#}{#- {#+",
                "{# {{ v1.region }} #}",
                "{% raw %}{# {{ #}{% endraw %}{#",
                "{{ '}} {#' }}{#",
                "{{ {'a': {'b': '{#'}}['a']['b'] }}{#\n\n"));
    for (int i = 0; i < 300; i++) {
      given.add(RandomText.of(random, 20));
    }
    given.forEach(
        content -> spec.withArray("files").addObject().put("path", "/f").put("content", content));

    String config =
        Files.readString(
            cloudInitRenders(
                BootstrapDataRenderer.render(SampleInputs.of(spec, SampleInputs.VERSION, Map.of()))
                    .value()));

    given.subList(3, 7).clear();
    given.addAll(3, List.of("{# region-1 #}", "{# {{ #}{#", "}} {#{#", "{#{#\n\n"));
    assertThat(
            new CloudConfigDocument(YamlReaders.readAs11(config)).files().subList(0, given.size()))
        .as("-Dweir.seed=%d", seed)
        .extracting(file -> file.get("content"))
        .isEqualTo(given);
  }

  @Test
  void kubeadmWouldTellAFieldThatItDoesNotKnow() throws Exception {
    String good = CloudConfigDocument.of(SampleInputs.of("{}")).joinText();

    assertThat(validated(good)).isEqualTo("ok");
    assertThat(validated(good.replace("taints:", "taint:"))).contains("unknown field");
  }

  @ParameterizedTest
  @CsvSource({
    "userdata/ignition, V2_3, VERSION_2",
    "rendered/ignition-everything, V2_3, VERSION_2",
    "userdata/ignition, V3_4, VERSION_3",
    "rendered/ignition-everything, V3_4, VERSION_3",
  })
  void ignitionAndKubeadmTakeIt(String input, IgnitionVersion version, IgnitionValidator validator)
      throws Exception {
    String text = GoldenInputs.render(input, version);
    Path file = Files.writeString(directory.resolve("config.ign"), text);

    Command.Result checked =
        run(List.of(validator.findOrBuild(PRINTING).toString(), file.toString()));

    assertThat(checked.exitCode()).as(checked.out() + checked.err()).isZero();
    assertThat((checked.out() + checked.err()).lines())
        .as("a file that is added to keeps the mode it has")
        .allMatch(line -> line.startsWith("warning at") || line.startsWith("permissions unset"));
    String joining = IgnitionDocument.content(text, "/etc/kubeadm.yml");
    assertThat(validated(joining.replaceAll("\\$+\\{\\w+}", "host-1"))).isEqualTo("ok");
  }

  @Test
  void ignitionWouldTellAPathThatIsNotAbsolute() throws Exception {
    String good = GoldenInputs.render("userdata/ignition");
    Path file = directory.resolve("config.ign");
    Files.writeString(file, good.replace("\"/etc/a.conf\"", "\"etc/a.conf\""));

    Command.Result checked =
        run(List.of(IgnitionValidator.VERSION_2.findOrBuild(PRINTING).toString(), file.toString()));

    assertThat(checked.exitCode()).isNotZero();
    assertThat(checked.out() + checked.err()).contains("path not absolute");
  }

  private Path renderedByCloudInit(String input) throws Exception {
    return cloudInitRenders(GoldenInputs.render(input));
  }

  private Path cloudInitRenders(String text) throws Exception {
    Path data = Files.writeString(directory.resolve("user-data"), text);
    Path instance = Files.writeString(directory.resolve("instance-data.json"), INSTANCE);
    return Files.writeString(directory.resolve("config"), cloudInitProgram.render(data, instance));
  }

  /** What kubeadm says of a join configuration; 1.35 reads v1beta3 as well. */
  private String validated(String text) throws Exception {
    Path file = Files.writeString(directory.resolve("kubeadm.yaml"), text);
    var line = List.of(kubeadm.toString(), "config", "validate", "--config", file.toString());
    Command.Result checked = run(line);
    return (checked.out() + checked.err()).strip();
  }

  private Command.Result run(List<String> line) throws IOException, InterruptedException {
    return new Command(line, Map.of("HOME", directory.toString()), directory, "", LIMIT).run();
  }
}
