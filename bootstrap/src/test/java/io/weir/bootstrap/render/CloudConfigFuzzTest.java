package io.weir.bootstrap.render;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.map;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.Json;
import io.weir.bootstrap.yaml.RandomText;
import io.weir.bootstrap.yaml.YamlReaders;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever stands in a string field reads back as exactly what was given, but for Jinja. */
class CloudConfigFuzzTest {

  @ParameterizedTest
  @ValueSource(strings = {"v1.30.0", "v1.35.4"})
  void everyStringFieldReadsBackAsItWasGiven(String version) {
    long seed = Long.getLong("weir.seed", System.nanoTime());
    for (int round = 0; round < 300; round++) {
      var random = new Random(seed + round);
      var randomSpec = new RandomSpec(random);

      var cloudConfigDocument =
          CloudConfigDocument.of(SampleInputs.of(randomSpec.spec, version, Map.of()));

      String shown = "-Dweir.seed=%d, first round".formatted(seed + round);
      var sections = new LinkedHashMap<>(cloudConfigDocument.tree());
      sections.remove("write_files");
      assertThat(cloudConfigDocument.files().subList(0, randomSpec.files.size()))
          .as(shown)
          .isEqualTo(randomSpec.files);
      assertThat(sections).as(shown).isEqualTo(randomSpec.sections);
      assertThat(cloudConfigDocument.join("nodeRegistration"))
          .as(shown)
          .asInstanceOf(map(String.class, Object.class))
          .containsAllEntriesOf(randomSpec.node(version));
      assertThat(cloudConfigDocument.join()).as(shown).containsAllEntriesOf(randomSpec.join);
    }
  }

  @Test
  void everyStringOfADiscoveryFileReadsBackAsItWasGiven() {
    long seed = Long.getLong("weir.seed", System.nanoTime());
    for (int round = 0; round < 300; round++) {
      var random = new Random(seed + round);
      String server = RandomText.of(random, 8);
      String tlsServerName = RandomText.of(random, 8);
      String proxy = RandomText.of(random, 8);
      ObjectNode spec = Json.MAPPER.createObjectNode();
      ObjectNode file = spec.withObject("/joinConfiguration/discovery/file");
      file.put("kubeConfigPath", "/k");
      ObjectNode cluster = file.withObject("/kubeConfig/cluster");
      cluster.put("server", server).put("tlsServerName", tlsServerName).put("proxyURL", proxy);
      JsonNode user = random.nextBoolean() ? exec(random) : authProvider(random);
      file.withObject("/kubeConfig").set("user", user);

      var cloudConfigDocument =
          CloudConfigDocument.of(SampleInputs.of(spec, SampleInputs.VERSION, Map.of()));

      String shown = "-Dweir.seed=%d".formatted(seed + round);
      var written =
          Json.MAPPER.valueToTree(
              YamlReaders.readAs11((String) cloudConfigDocument.file("/k").get("content")));
      assertThat(written.at("/clusters/0/cluster/server").asText()).as(shown).isEqualTo(server);
      assertThat(written.at("/clusters/0/cluster/tls-server-name").asText())
          .as(shown)
          .isEqualTo(tlsServerName);
      assertThat(written.at("/clusters/0/cluster/proxy-url").asText()).as(shown).isEqualTo(proxy);
      assertThat(asGiven(written.at("/users/0/user"))).as(shown).isEqualTo(user);
    }
  }

  private static ObjectNode exec(Random random) {
    ObjectNode user = Json.MAPPER.createObjectNode();
    String name = RandomText.of(random, 8);
    ObjectNode exec = user.putObject("exec").put("command", RandomText.of(random, 8));
    exec.put("apiVersion", RandomText.of(random, 8)).put("provideClusterInfo", true);
    exec.putArray("env").addObject().put("name", name).put("value", RandomText.of(random, 8));
    exec.putArray("args").add(RandomText.of(random, 8)).add(RandomText.of(random, 8));
    return user;
  }

  private static ObjectNode authProvider(Random random) {
    ObjectNode user = Json.MAPPER.createObjectNode();
    ObjectNode provider = user.putObject("authProvider").put("name", RandomText.of(random, 8));
    for (int i = 0; i < 3; i++) {
      provider.withObject("/config").put(i + RandomText.of(random, 4), RandomText.of(random, 8));
    }
    return user;
  }

  /** Without what is always the same, under the names that the config has. */
  private static JsonNode asGiven(JsonNode user) {
    ObjectNode given = user.deepCopy();
    if (given.remove("auth-provider") instanceof ObjectNode provider) {
      given.set("authProvider", provider);
    }
    if (given.path("exec") instanceof ObjectNode exec) {
      exec.remove("interactiveMode");
    }
    return given;
  }

  @Test
  void aContentOfAMegabyteReadsBack() {
    long seed = Long.getLong("weir.seed", System.nanoTime());
    String content = RandomText.of(new Random(seed), 1).repeat(3) + "x\n".repeat(500_000) + "\t\r";
    ObjectNode spec = Json.MAPPER.createObjectNode();
    spec.putArray("files").addObject().put("path", "/f").put("content", content);

    assertThat(
            CloudConfigDocument.of(SampleInputs.of(spec, SampleInputs.VERSION, Map.of()))
                .file("/f")
                .get("content"))
        .as("-Dweir.seed=%d", seed)
        .isEqualTo(content);
  }

  /** A spec with random text in every field, beside what should be read. */
  private static final class RandomSpec {
    final Random random;
    final ObjectNode spec = Json.MAPPER.createObjectNode();
    final List<Map<String, Object>> files = new ArrayList<>();
    final Map<String, Object> sections = new LinkedHashMap<>();
    final Map<String, Object> join = new LinkedHashMap<>();
    final Map<String, Object> node = new LinkedHashMap<>();
    final Map<String, String> args = new LinkedHashMap<>();

    RandomSpec(Random random) {
      this.random = random;
      files();
      commands();
      sections.put("ntp", Map.of("servers", texts(spec.putObject("ntp").putArray("servers"))));
      user();
      disks();
      sections.put("mounts", List.of(texts(spec.putArray("mounts").addArray())));
      joinConfiguration();
    }

    private String text() {
      return RandomText.of(random, 8);
    }

    private List<String> texts(ArrayNode into) {
      var texts = new ArrayList<String>();
      for (int i = random.nextInt(3); i >= 0; i--) {
        String text = text();
        texts.add(text);
        into.add(text);
      }
      return texts;
    }

    /** Puts random text under the field and what is read from it under the key. */
    private void text(ObjectNode from, String field, Map<String, Object> to, String key) {
      String text = text();
      from.put(field, text);
      to.put(key, text);
    }

    private void files() {
      ArrayNode list = spec.putArray("files");
      for (int i = 0; i < 3; i++) {
        ObjectNode file = list.addObject();
        var read = new LinkedHashMap<String, Object>();
        text(file, "path", read, "path");
        text(file, "owner", read, "owner");
        text(file, "permissions", read, "permissions");
        String content = RandomText.of(random, 60);
        file.put("content", content);
        read.put("content", content);
        files.add(read);
      }
    }

    private void commands() {
      sections.put("bootcmd", texts(spec.putArray("bootCommands")));
      var run = new ArrayList<Object>(texts(spec.putArray("preKubeadmCommands")));
      run.add(
          "kubeadm join --config /run/kubeadm/kubeadm-join-config.yaml  && echo success >"
              + " /run/cluster-api/bootstrap-success.complete");
      run.addAll(texts(spec.putArray("postKubeadmCommands")));
      sections.put("runcmd", run);
    }

    private void user() {
      ObjectNode user = spec.putArray("users").addObject();
      var read = new LinkedHashMap<String, Object>();
      Map.of(
              "name", "name",
              "gecos", "gecos",
              "groups", "groups",
              "homeDir", "homedir",
              "passwd", "passwd",
              "primaryGroup", "primary_group",
              "shell", "shell",
              "sudo", "sudo")
          .forEach((field, key) -> text(user, field, read, key));
      read.put("ssh_authorized_keys", texts(user.putArray("sshAuthorizedKeys")));
      sections.put("users", List.of(read));
    }

    private void disks() {
      ObjectNode disks = spec.putObject("diskSetup");
      String device = text();
      disks.putArray("partitions").addObject().put("device", device).put("layout", true);
      sections.put("disk_setup", Map.of(device, Map.of("layout", true)));
      ObjectNode filesystem = disks.putArray("filesystems").addObject();
      var read = new LinkedHashMap<String, Object>();
      Map.of(
              "label", "label",
              "filesystem", "filesystem",
              "device", "device",
              "partition", "partition",
              "replaceFS", "replace_fs")
          .forEach((field, key) -> text(filesystem, field, read, key));
      read.put("extra_opts", texts(filesystem.putArray("extraOpts")));
      sections.put("fs_setup", List.of(read));
    }

    private void joinConfiguration() {
      ObjectNode given = spec.putObject("joinConfiguration");
      text(given, "caCertPath", join, "caCertPath");
      join.put("skipPhases", texts(given.putArray("skipPhases")));
      var patches = new LinkedHashMap<String, Object>();
      text(given.putObject("patches"), "directory", patches, "directory");
      join.put("patches", patches);
      discovery(given.putObject("discovery"));
      ObjectNode registration = given.putObject("nodeRegistration");
      text(registration, "name", node, "name");
      text(registration, "criSocket", node, "criSocket");
      node.put("ignorePreflightErrors", texts(registration.putArray("ignorePreflightErrors")));
      ArrayNode list = registration.putArray("kubeletExtraArgs");
      for (int i = 0; i < 2; i++) {
        String name = i + text();
        String value = text();
        list.addObject().put("name", name).put("value", value);
        args.put(name, value);
      }
      var taint = new LinkedHashMap<String, Object>();
      ObjectNode taintGiven = registration.putArray("taints").addObject();
      text(taintGiven, "key", taint, "key");
      text(taintGiven, "value", taint, "value");
      text(taintGiven, "effect", taint, "effect");
      node.put(
          "taints",
          List.of(
              taint, Map.of("effect", "NoSchedule", "key", "node.cluster.x-k8s.io/uninitialized")));
    }

    private void discovery(ObjectNode given) {
      var token = new LinkedHashMap<String, Object>();
      ObjectNode byToken = given.putObject("bootstrapToken");
      text(byToken, "apiServerEndpoint", token, "apiServerEndpoint");
      token.put("caCertHashes", distinct(texts(byToken.putArray("caCertHashes"))));
      token.put("token", SampleInputs.TOKEN.reveal());
      var discovery = new LinkedHashMap<String, Object>();
      discovery.put("bootstrapToken", token);
      text(given, "tlsBootstrapToken", discovery, "tlsBootstrapToken");
      join.put("discovery", discovery);
    }

    private static List<String> distinct(List<String> texts) {
      return texts.stream().distinct().toList();
    }

    Map<String, Object> node(String version) {
      var read = new LinkedHashMap<>(node);
      read.put(
          "kubeletExtraArgs",
          version.startsWith("v1.30")
              ? args
              : args.entrySet().stream()
                  .map(arg -> Map.of("name", arg.getKey(), "value", arg.getValue()))
                  .toList());
      return read;
    }
  }
}
