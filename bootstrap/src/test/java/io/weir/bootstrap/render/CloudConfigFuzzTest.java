package io.weir.bootstrap.render;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.map;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.Json;
import io.weir.bootstrap.yaml.RandomText;
import io.weir.bootstrap.yaml.YamlReaders;
import java.util.LinkedHashMap;
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
    long seed = Long.getLong("weir.seed", 1);
    for (int round = 0; round < 300; round++) {
      var random = new Random(seed + round);
      var randomSpec = new RandomSpec(random, pieces -> RandomText.of(random, pieces));

      var cloudConfigDocument =
          CloudConfigDocument.of(SampleInputs.of(randomSpec.spec(), version, Map.of()));

      String shown = "-Dweir.seed=%d, first round".formatted(seed + round);
      var sections = new LinkedHashMap<>(cloudConfigDocument.tree());
      sections.remove("write_files");
      assertThat(cloudConfigDocument.files().subList(0, randomSpec.files().size()))
          .as(shown)
          .isEqualTo(randomSpec.files());
      assertThat(sections).as(shown).isEqualTo(randomSpec.sections());
      assertThat(cloudConfigDocument.join("nodeRegistration"))
          .as(shown)
          .asInstanceOf(map(String.class, Object.class))
          .containsAllEntriesOf(randomSpec.node(version));
      assertThat(cloudConfigDocument.join()).as(shown).containsAllEntriesOf(randomSpec.join());
    }
  }

  @Test
  void everyStringOfADiscoveryFileReadsBackAsItWasGiven() {
    long seed = Long.getLong("weir.seed", 1);
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
    long seed = Long.getLong("weir.seed", 1);
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
}
