package io.weir.bootstrap.render;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.json.JsonWriteFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.Json;
import io.weir.bootstrap.BootstrapDataException;
import io.weir.bootstrap.ignition.IgnitionVersion;
import io.weir.bootstrap.yaml.RandomText;
import io.weir.bootstrap.yaml.YamlReaders;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Whatever stands in a field reads back from Ignition's configuration as it was given, or is
 * refused by the name of the field where it becomes part of a line of another file.
 */
class IgnitionFuzzTest {

  private static final int ROUNDS = 300;

  private final long seed = Long.getLong("weir.seed", 1);

  private static ObjectNode spec() {
    return Json.MAPPER.createObjectNode().put("format", "ignition");
  }

  private static String render(ObjectNode spec, IgnitionVersion version) {
    var options = new RenderOptions(Optional.empty(), version);
    return BootstrapDataRenderer.render(
            new BootstrapInputs(
                spec,
                SampleInputs.VERSION,
                SampleInputs.CLUSTER,
                SampleInputs.TOKEN,
                Map.of(),
                options))
        .value();
  }

  private void rounds(BiConsumer<RandomGenerator, String> round) {
    for (int i = 0; i < ROUNDS; i++) {
      round.accept(
          new SplittableRandom(seed + i), "-Dweir.seed=%d, first round".formatted(seed + i));
    }
  }

  private static List<String> texts(RandomGenerator random, ArrayNode into) {
    var texts = new ArrayList<String>();
    for (int i = random.nextInt(3); i >= 0; i--) {
      texts.add(RandomText.of(random, 8));
    }
    texts.forEach(into::add);
    return texts;
  }

  private static List<String> texts(JsonNode list) {
    var texts = new ArrayList<String>();
    list.forEach(text -> texts.add(text.asText()));
    return texts;
  }

  @Nested
  class ValuesOfTheirOwn {

    @ParameterizedTest
    @EnumSource
    void ofFilesAndCommandsReadBack(IgnitionVersion version) {
      rounds(
          (random, shown) -> {
            ObjectNode spec = spec();
            String path = "/" + RandomText.of(random, 8);
            String content = RandomText.of(random, 60);
            String name = RandomText.of(random, 8);
            spec.putArray("files").addObject().put("path", path).put("content", content);
            List<String> before = texts(random, spec.putArray("preKubeadmCommands"));
            List<String> after = texts(random, spec.putArray("postKubeadmCommands"));
            spec.withObject("/joinConfiguration/nodeRegistration").put("name", name);

            String text = render(spec, version);

            var join = YamlReaders.readAs11(IgnitionDocument.content(text, "/etc/kubeadm.yml"));
            assertThat(IgnitionDocument.content(text, path)).as(shown).isEqualTo(content);
            assertThat(Json.MAPPER.valueToTree(join).at("/nodeRegistration/name").asText())
                .as(shown)
                .isEqualTo(name);
            assertThat(IgnitionDocument.content(text, "/etc/kubeadm.sh"))
                .as(shown)
                .startsWith(
                    "#!/bin/bash\nset -e\n\n" + String.join("\n", before) + "\n\nkubeadm join ")
                .endsWith("\nmv /etc/kubeadm.yml /tmp/\n\n" + String.join("\n", after) + "\n");
          });
    }

    @ParameterizedTest
    @EnumSource
    void ofUsersReadBack(IgnitionVersion version) {
      rounds(
          (random, shown) -> {
            ObjectNode spec = spec();
            ObjectNode user = spec.putArray("users").addObject().put("name", "u");
            ObjectNode read = Json.MAPPER.createObjectNode().put("name", "u");
            Map.of(
                    "gecos", "gecos",
                    "homeDir", "homeDir",
                    "passwd", "passwordHash",
                    "primaryGroup", "primaryGroup",
                    "shell", "shell")
                .forEach(
                    (field, key) -> {
                      String text = RandomText.of(random, 8);
                      user.put(field, text);
                      read.put(key, text);
                    });
            String groups = RandomText.of(random, 8);
            user.put("groups", groups);
            List<String> keys = texts(random, user.putArray("sshAuthorizedKeys"));

            JsonNode written = SampleInputs.json(render(spec, version)).at("/passwd/users/0");

            assertThat(texts(written.path("sshAuthorizedKeys"))).as(shown).isEqualTo(keys);
            assertThat(texts(written.path("groups")))
                .as(shown)
                .isEqualTo(
                    Arrays.stream(groups.split(","))
                        .map(String::strip)
                        .filter(group -> !group.isEmpty())
                        .toList());
            ObjectNode rest = written.deepCopy();
            assertThat(rest.remove(List.of("sshAuthorizedKeys", "groups")))
                .as(shown)
                .isEqualTo(read);
          });
    }

    @ParameterizedTest
    @EnumSource
    void ofDisksReadBack(IgnitionVersion version) {
      rounds(
          (random, shown) -> {
            ObjectNode spec = spec();
            String disk = "/" + RandomText.of(random, 8);
            String device = "/" + RandomText.of(random, 8);
            String label = RandomText.of(random, 8);
            ObjectNode setup = spec.putObject("diskSetup");
            setup.putArray("partitions").addObject().put("device", disk).put("layout", true);
            ObjectNode filesystem = setup.putArray("filesystems").addObject();
            filesystem.put("device", device).put("filesystem", "ext4").put("label", label);
            List<String> options = texts(random, filesystem.putArray("extraOpts"));

            JsonNode storage = SampleInputs.json(render(spec, version)).path("storage");

            JsonNode first = storage.at("/filesystems/0");
            JsonNode made = first.has("mount") ? first.path("mount") : first;
            assertThat(storage.at("/disks/0/device").asText()).as(shown).isEqualTo(disk);
            assertThat(made.path("device").asText()).as(shown).isEqualTo(device);
            assertThat(made.path("label").asText()).as(shown).isEqualTo(label);
            assertThat(texts(made.path("options"))).as(shown).isEqualTo(options);
          });
    }

    @ParameterizedTest
    @EnumSource
    void ofAdditionalConfigReadBack(IgnitionVersion version) {
      rounds(
          (random, shown) -> {
            ObjectNode added = Json.MAPPER.createObjectNode();
            String path = "/" + RandomText.of(random, 8);
            String content = RandomText.of(random, 30);
            String unit = RandomText.of(random, 30);
            String dropIn = RandomText.of(random, 30);
            String gecos = RandomText.of(random, 8);
            ObjectNode file = added.withObject("/storage").putArray("files").addObject();
            file.put("path", path).put("filesystem", "root").put("mode", 420);
            file.putObject("contents").put("inline", content);
            ObjectNode service = added.withObject("/systemd").putArray("units").addObject();
            service.put("name", "a.service").put("contents", unit);
            service.putArray("dropins").addObject().put("name", "b.conf").put("contents", dropIn);
            added
                .withObject("/passwd")
                .putArray("users")
                .addObject()
                .put("name", "u")
                .put("gecos", gecos);
            ObjectNode spec = spec();
            spec.withObject("/ignition/containerLinuxConfig").put("additionalConfig", yaml(added));

            String text = render(spec, version);

            JsonNode written = SampleInputs.json(text);
            JsonNode last = written.at("/systemd/units/1");
            assertThat(IgnitionDocument.content(text, path)).as(shown).isEqualTo(content);
            assertThat(last.path("contents").asText()).as(shown).isEqualTo(unit);
            assertThat(last.at("/dropins/0/contents").asText()).as(shown).isEqualTo(dropIn);
            assertThat(written.at("/passwd/users/0/gecos").asText()).as(shown).isEqualTo(gecos);
          });
    }

    /** Every JSON is YAML if it has but plain characters. */
    private static String yaml(JsonNode tree) {
      try {
        return Json.MAPPER
            .writer()
            .with(JsonWriteFeature.ESCAPE_NON_ASCII)
            .writeValueAsString(tree)
            .replace("\u007f", "\\u007f");
      } catch (IOException impossible) {
        throw new UncheckedIOException(impossible);
      }
    }
  }

  @Nested
  class PartsOfALine {

    /** What a field may well hold. */
    private static final List<String> PLAIN = List.of("a", "B", "7", "_", "-", "é", "x y", "%");

    /** A field that is given, alone, and what it is read back from. */
    private record Field(String name, BiConsumer<ObjectNode, String> give) {}

    /**
     * Gives the field random text, and some that is plain: it reads back, or, unless it is plain,
     * is refused by the field's name.
     */
    private void readsBackOrIsRefused(
        Field field, BiFunction<String, String, String> reading, Consumer<String> plain) {
      rounds(
          (random, shown) -> {
            boolean harmless = random.nextBoolean();
            String text =
                harmless ? PLAIN.get(random.nextInt(PLAIN.size())) : RandomText.of(random, 4);
            ObjectNode spec = spec();
            field.give().accept(spec, text);
            try {
              String written = render(spec, IgnitionVersion.V2_3);
              assertThat(reading.apply(written, text)).as(shown).isEqualTo(text);
            } catch (BootstrapDataException refused) {
              assertThat(refused).as(shown).hasMessageStartingWith(field.name() + ": ");
              if (harmless) {
                plain.accept(text);
              }
            }
          });
    }

    private static void mustPass(String text) {
      throw new AssertionError("refused: " + text);
    }

    private static void onlyWithoutBlanks(String text) {
      assertThat(text).containsPattern("[ é%]|^-");
    }

    private static SystemdUnit mount(String written) {
      for (JsonNode unit : SampleInputs.json(written).at("/systemd/units")) {
        if (unit.path("name").asText().endsWith(".mount")) {
          return SystemdUnit.read(unit.path("contents").asText());
        }
      }
      throw new AssertionError("there is no mount unit");
    }

    @Test
    void sudoReadsBackOrIsRefused() {
      readsBackOrIsRefused(
          new Field(
              "spec.users[0].sudo",
              (spec, text) ->
                  spec.putArray("users").addObject().put("name", "u").put("sudo", text)),
          (written, _) -> {
            String content = IgnitionDocument.content(written, "/etc/sudoers.d/u");
            assertThat(content).startsWith("u ").endsWith("\n");
            assertThat(content.lines()).hasSize(1);
            assertThat(content.replace("\\\n", "")).endsWith("\n");
            return content.substring(2, content.length() - 1);
          },
          PartsOfALine::mustPass);
    }

    @Test
    void theOwnerOfAFileReadsBackOrIsRefused() {
      readsBackOrIsRefused(
          new Field(
              "spec.files[0].owner",
              (spec, text) ->
                  spec.putArray("files").addObject().put("path", "/f").put("owner", text)),
          (written, given) -> {
            JsonNode file = SampleInputs.json(written).at("/storage/files/0");
            List<String> read = List.of(name(file.path("user")), name(file.path("group")));
            var wanted = new ArrayList<String>();
            for (String part : (given + (given.contains(":") ? "" : ":")).split(":", -1)) {
              // Blanks beside a name are nobody's, and zeros before a number say nothing.
              wanted.add(part.replace(" ", "").replaceFirst("\\A0+(?=[0-9]{1,9}\\z)", ""));
            }
            return read.equals(wanted) ? given : String.join(":", read);
          },
          PartsOfALine::onlyWithoutBlanks);
    }

    private static String name(JsonNode who) {
      assertThat(who.path("name").asText()).doesNotMatch("[0-9]{1,9}");
      return who.has("id") ? who.path("id").asText() : who.path("name").asText();
    }

    @Test
    void thePermissionsOfAFileReadBackOrAreRefused() {
      var digits = new SplittableRandom(seed);
      readsBackOrIsRefused(
          new Field(
              "spec.files[0].permissions",
              (spec, text) ->
                  spec.putArray("files").addObject().put("path", "/f").put("permissions", text)),
          (written, given) -> {
            int mode = SampleInputs.json(written).at("/storage/files/0/mode").asInt();
            assertThat(given).matches(" *(0[oO])?[0-7]+ *");
            assertThat(Integer.toOctalString(mode))
                .isEqualTo(given.strip().replaceFirst("^0[oO]?0*(?=.)", ""));
            return given;
          },
          text -> assertThat(text).doesNotMatch("[0-7]+"));
      for (int i = 0; i < ROUNDS; i++) {
        int mode = digits.nextInt(010000);
        ObjectNode spec = spec();
        String text = "%s%o".formatted(digits.nextBoolean() ? "0" : "", mode);
        spec.putArray("files").addObject().put("path", "/f").put("permissions", text);
        assertThat(
                SampleInputs.json(render(spec, IgnitionVersion.V3_4))
                    .at("/storage/files/0/mode")
                    .asInt())
            .isEqualTo(mode);
      }
    }

    @Test
    void aTimeServerReadsBackOrIsRefused() {
      readsBackOrIsRefused(
          new Field(
              "spec.ntp.servers[0]",
              (spec, text) ->
                  spec.putObject("ntp").put("enabled", true).putArray("servers").add(text)),
          (written, _) -> {
            String content = IgnitionDocument.content(written, "/etc/ntp.conf");
            List<String> lines =
                content.lines().filter(line -> line.startsWith("server ")).toList();
            assertThat(lines).hasSize(1);
            // What follows is a comment.
            return lines.getFirst().substring("server ".length()).split("#", -1)[0];
          },
          PartsOfALine::mustPass);
    }

    @Test
    void aMountPointReadsBackOrIsRefused() {
      readsBackOrIsRefused(
          new Field(
              "spec.mounts[0][1]",
              (spec, text) -> spec.putArray("mounts").addArray().add("/dev/x").add("/m" + text)),
          (written, _) -> {
            SystemdUnit unit = mount(written);
            assertThat(unit.value("Mount.What")).isEqualTo("/dev/x");
            assertThat(unit.values()).containsEntry("Install.WantedBy", "multi-user.target");
            return unit.value("Mount.Where").substring(2);
          },
          PartsOfALine::mustPass);
    }

    @Test
    void whatIsMountedReadsBackOrIsRefused() {
      readsBackOrIsRefused(
          new Field(
              "spec.mounts[0][0]",
              (spec, text) -> spec.putArray("mounts").addArray().add("/dev/" + text).add("/m")),
          (written, _) -> mount(written).value("Mount.What").substring("/dev/".length()),
          PartsOfALine::mustPass);
    }

    @Test
    void theOptionsOfAMountReadBackOrAreRefused() {
      readsBackOrIsRefused(
          new Field(
              "spec.mounts[0][3]",
              (spec, text) ->
                  spec.putArray("mounts").addArray().add("/dev/x").add("/m").add("ro").add(text)),
          (written, _) -> {
            SystemdUnit unit = mount(written);
            assertThat(unit.value("Mount.Options")).startsWith("ro,");
            return unit.value("Mount.Options").substring(3);
          },
          PartsOfALine::mustPass);
    }

    @Test
    void theDeviceOfAMountedLabelReadsBackOrIsRefused() {
      readsBackOrIsRefused(
          new Field(
              "spec.diskSetup.filesystems[0].device",
              (spec, text) -> {
                spec.putArray("mounts").addArray().add("LABEL=data").add("/m");
                spec.putObject("diskSetup")
                    .putArray("filesystems")
                    .addObject()
                    .put("device", "/dev/" + text)
                    .put("filesystem", "ext4")
                    .put("label", "data");
              }),
          (written, _) -> mount(written).value("Mount.What").substring("/dev/".length()),
          PartsOfALine::mustPass);
    }

    @Test
    void theNameOfAUserReadsBackOrIsRefused() {
      readsBackOrIsRefused(
          new Field(
              "spec.users[0].name",
              (spec, text) ->
                  spec.putArray("users")
                      .addObject()
                      .put("name", text)
                      .put("sudo", "ALL=(ALL) ALL")
                      .put("lockPassword", false)),
          (written, given) -> {
            // Nothing that sudo or sshd takes for more than a name.
            assertThat(given).matches("[\\w.-]+");
            String sudoers =
                IgnitionDocument.content(written, "/etc/sudoers.d/" + given.replace(".", "%2E"));
            assertThat(IgnitionDocument.content(written, "/etc/ssh/sshd_config"))
                .contains("\nMatch User " + given + "\n");
            return sudoers.substring(0, sudoers.indexOf(' '));
          },
          PartsOfALine::onlyWithoutBlanks);
    }
  }
}
