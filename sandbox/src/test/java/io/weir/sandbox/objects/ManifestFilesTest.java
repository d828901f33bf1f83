package io.weir.sandbox.objects;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.api.ApiObject;
import io.weir.api.GroupKind;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ManifestFilesTest {
  private static final String POOL =
      "apiVersion: cluster.x-k8s.io/v1beta2\nkind: MachinePool\nmetadata: {name: %s}\n";

  @TempDir private Path directory;

  @Nested
  class Names {
    @Test
    void filesDirectoriesAndStandardInputAreReadInTheirOrder() throws Exception {
      Path file = write("z.yaml", POOL.formatted("one"));
      Path many = Files.createDirectory(directory.resolve("many"));
      Files.writeString(many.resolve("b.yml"), POOL.formatted("three"));
      Files.writeString(many.resolve("a.yaml"), POOL.formatted("two"));
      Files.writeString(many.resolve("notes.txt"), "not: [yaml");

      Manifests read =
          read(POOL.formatted("four"), Map.of(), file.toString(), many.toString(), "-");

      assertThat(read.of(GroupKind.MACHINE_POOL))
          .extracting(ApiObject::name)
          .containsExactly("one", "two", "three", "four");
    }

    @Test
    void aFileThatIsNotThereIsNamed() {
      assertRefused("there is no file", "nowhere.yaml");
    }

    @Test
    void aDirectoryWithoutManifestsIsRefused() {
      assertRefused("holds no file that ends in .yaml, .yml, .json", directory.toString());
    }
  }

  @Nested
  class ShellVariables {
    @Test
    void areFilledFromTheEnvironmentOrTheirDefault() throws Exception {
      Path file =
          write("x.yaml", POOL.formatted("\"${NAME}\"") + "spec: {clusterName: \"${C:-demo}\"}\n");

      Manifests read = read("", Map.of("NAME", "blue"), file.toString());

      assertThat(read.objects().getFirst().name()).isEqualTo("blue");
      assertThat(read.objects().getFirst().at("/spec/clusterName").asText()).isEqualTo("demo");
    }

    @Test
    void withoutAValueAreNamedWithFileAndLine() throws Exception {
      Path file = write("x.yaml", POOL.formatted("${NAME}") + "# ${COMMENT}\nspec: ${SPEC}\n");

      assertRefused(
          "x.yaml needs the variables NAME (line 3), SPEC (line 5), not set in the environment:"
              + " export NAME=…, or write $${NAME} where the text shall stay",
          file.toString());
    }

    @Test
    void ofScriptsStayWhereTheyAreEscapedOrNoneOfOurs() throws Exception {
      Path file = write("x.yaml", POOL.formatted("a") + "spec: {x: \"$${HOME} $1 ${a[@]}\"}\n");

      Manifests read = read("", Map.of(), file.toString());

      assertThat(read.objects().getFirst().at("/spec/x").asText()).isEqualTo("${HOME} $1 ${a[@]}");
    }
  }

  @Nested
  class Mistakes {
    @Test
    void inYamlAreToldWithTheirLine() throws Exception {
      Path file = write("x.yaml", POOL.formatted("a") + "---\nkind: ConfigMap\nmetadata: [a\n");

      assertRefused(
          "x.yaml is not YAML at line 6: while parsing a flow sequence, expected", file.toString());
    }

    @Test
    void inAnObjectAreToldWithItsLine() throws Exception {
      Path file = write("x.yaml", POOL.formatted("a") + "---\n# a comment\nkind: ConfigMap\n");

      assertRefused("x.yaml: the object at line 6 has no apiVersion", file.toString());
    }
  }

  private void assertRefused(String sentence, String... names) {
    assertThatThrownBy(() -> read("", Map.of(), names))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(sentence);
  }

  private Path write(String name, String text) throws IOException {
    return Files.writeString(directory.resolve(name), text);
  }

  private static Manifests read(String input, Map<String, String> variables, String... names)
      throws IOException {
    InputStream in = new ByteArrayInputStream(input.getBytes(StandardCharsets.UTF_8));
    return new ManifestFiles(variables, in).read(List.of(names));
  }
}
