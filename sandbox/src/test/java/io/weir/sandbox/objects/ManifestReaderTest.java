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
import java.util.stream.Stream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ManifestReaderTest {
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
      assertRefused("no such file: ", "nowhere.yaml");
    }

    @Test
    void aDirectoryWithoutManifestsIsRefused() {
      assertRefused("has no file that ends in .yaml, .yml, .json", directory.toString());
    }
  }

  @Nested
  class Kinds {
    private static final String CLUSTER =
        "apiVersion: cluster.x-k8s.io/%s\nkind: Cluster\nmetadata: {name: c}\n---\n";

    @Test
    void thatASandboxServesAreAcceptedInEachVersion() throws Exception {
      Path file =
          write(
              "x.yaml",
              CLUSTER.formatted("v1beta1")
                  + CLUSTER.formatted("v1beta2")
                  + "apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: d}\n");

      assertThat(served(file).objects()).hasSize(3);
    }

    @Test
    void ofAVersionThatIsNotServedAreRefusedWithThoseThatAre() throws Exception {
      Path file = write("old.yaml", CLUSTER.formatted("v1alpha4"));

      assertThatThrownBy(() -> served(file))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage(
              file
                  + ": Cluster c is of cluster.x-k8s.io/v1alpha4, which the sandbox does not serve;"
                  + " write it in v1beta1 or v1beta2");
    }

    @Test
    void thatNobodyServesAreRefusedUnlessTheirDefinitionIsGiven() throws Exception {
      Path file =
          write("x.yaml", "apiVersion: toys.example.org/v1\nkind: Toy\nmetadata: {name: t}\n");
      Path definition =
          write(
              "crd.yaml",
              """
              apiVersion: apiextensions.k8s.io/v1
              kind: CustomResourceDefinition
              metadata: {name: toys.toys.example.org}
              spec:
                group: toys.example.org
                names: {kind: Toy, plural: toys}
                versions: [{name: v1, served: true, storage: true}]
              """);

      assertThatThrownBy(() -> served(file))
          .hasMessage(
              file
                  + ": Toy t is of toys.example.org/v1, which the sandbox does not serve;"
                  + " remove it, or add the CustomResourceDefinition of its kind");
      assertThat(served(file, definition).objects()).hasSize(2);
    }

    @Test
    void areLetPassWhereAClustersTemplateHasThemBesideItsPools() throws Exception {
      Path file =
          write(
              "template.yaml",
              """
              apiVersion: controlplane.cluster.x-k8s.io/v1beta1
              kind: KubeadmControlPlane
              metadata: {name: c}
              """);

      assertThat(served(file).objects()).hasSize(1);
    }

    private static Manifests served(Path... files) throws IOException {
      return new ManifestReader(Map.of(), InputStream.nullInputStream())
          .readServed(Stream.of(files).map(Path::toString).toList());
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
    void thatAreEmptyHaveAValueButLeaveADefault() throws Exception {
      Path file = write("x.yaml", POOL.formatted("a") + "spec: {key: \"${E}\", x: \"${E=b}\"}\n");

      Manifests read = read("", Map.of("E", ""), file.toString());

      assertThat(read.objects().getFirst().at("/spec/key").asText("none")).isEmpty();
      assertThat(read.objects().getFirst().at("/spec/x").asText()).isEqualTo("b");
    }

    @Test
    void withoutAValueAreNamedWithFileAndLine() throws Exception {
      Path file = write("x.yaml", POOL.formatted("${NAME}") + "# ${COMMENT}\nspec: ${SPEC}\n");

      assertRefused(
          "x.yaml needs the variables NAME (line 3), SPEC (line 5), not set in the environment:"
              + " export NAME=…, or write $${NAME} to keep the text as it is",
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
    void ofAMissingLineBetweenObjectsAreToldWithTheirLine() throws Exception {
      Path file = write("x.yaml", POOL.formatted("a") + POOL.formatted("b"));
      int line = 1 + POOL.split("\n").length;

      assertRefused(
          "x.yaml is not YAML at line %d: Duplicate field 'apiVersion': name it once, or put a line --- between two objects"
              .formatted(line),
          file.toString());
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
    return new ManifestReader(variables, in).read(List.of(names));
  }
}
