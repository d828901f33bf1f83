package io.weir.manager.roles;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.FeatureGates;
import io.weir.api.Json;
import io.weir.api.admission.Admission;
import io.weir.api.admission.AdmissionRequest;
import io.weir.engine.watch.ReconciledObjects;
import io.weir.provider.PoolProviderFactory;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class WeirAnnotationsTest {

  private static final Set<String> CLOUDS =
      Roles.all().clouds().stream().map(PoolProviderFactory::cloud).collect(Collectors.toSet());

  private static final Pattern KEY = Pattern.compile("\"((?:[a-z]+\\.)?weir\\.io/[a-z0-9-]+)\"");

  /**
   * A finalizer, the note of when an authority was made, which is on a Secret, a tag of EKS, and
   * what stands in the descriptions of instance templates of Google Cloud.
   */
  private static final Set<String> NO_ANNOTATIONS_OF_ADMITTED_KINDS =
      Set.of(
          "weir.io/attached-cluster",
          "weir.io/since",
          "weir.io/eks-nodegroup",
          "weir.io/group",
          "weir.io/template",
          "weir.io/adopted");

  private static List<String> warnings(Admission admission, String... annotations) {
    ObjectNode object = Json.MAPPER.createObjectNode();
    for (String annotation : annotations) {
      object.withObject("/metadata/annotations").put(annotation, "1");
    }
    return admission.warnings(new AdmissionRequest(object, Optional.empty())).stream()
        .filter(warning -> warning.startsWith("metadata.annotations["))
        .toList();
  }

  private static List<Admission> admissions() {
    return Roles.all().admissions(FeatureGates.DEFAULT, ReconciledObjects.ALL);
  }

  @Test
  void oneThatIsMistypedIsToldOnAllKindsWithTheNearestThatIsKnown() {
    assertThat(admissions())
        .hasSizeGreaterThan(5)
        .allSatisfy(
            admission -> {
              assertThat(warnings(admission, "weir.io/max-surg", "weir.io/max-surge", "a/b", "c"))
                  .containsExactly(
                      "metadata.annotations[weir.io/max-surg]: Weir does not know this annotation,"
                          + " which does nothing: the nearest that it knows is weir.io/max-surge");
              assertThat(warnings(admission, "bootstrap.weir.io/ignition-versoin"))
                  .singleElement()
                  .asString()
                  .endsWith("knows is bootstrap.weir.io/ignition-version");
            });
  }

  @Test
  void ofWhatWeirNotesItselfNoneIsProposedAndNothingThatIsFarOff() {
    assertThat(warnings(admissions().getFirst(), "weir.io/plaec", "weir.io/pause"))
        .hasSize(2)
        .allSatisfy(warning -> assertThat(warning).endsWith("which does nothing"));
  }

  @Test
  void ofManyTheFirstAreTold() {
    String[] many = IntStream.range(10, 60).mapToObj(i -> "weir.io/x" + i).toArray(String[]::new);

    assertThat(warnings(admissions().getFirst(), many)).hasSize(5);
  }

  @Test
  void allThatStandInTheSourcesAreKnown() throws IOException {
    Set<String> known = WeirAnnotations.known(Roles.all().clouds()).keys();

    assertThat(keysInSources()).hasSizeGreaterThan(40).allMatch(known::contains, "is known");
  }

  /** Of a provider that the manager does not have no pool can be made. */
  private static Set<String> keysInSources() throws IOException {
    try (Stream<Path> files = Files.walk(Path.of(".."))) {
      return files
          .filter(file -> file.toString().endsWith(".java"))
          .filter(file -> file.toString().contains("/src/main/java/"))
          .filter(WeirAnnotationsTest::isOfAProduct)
          .flatMap(WeirAnnotationsTest::keys)
          .filter(key -> !NO_ANNOTATIONS_OF_ADMITTED_KINDS.contains(key))
          .collect(Collectors.toSet());
    }
  }

  private static boolean isOfAProduct(Path file) {
    Path module = Path.of(file.toString().replaceFirst("/src/main/java/.*", ""));
    return module.getParent().endsWith("providers")
        ? CLOUDS.contains(module.getFileName().toString())
        : Stream.of("clouds", "docs", "sandbox", "bench", "tools")
            .noneMatch(part -> file.toString().startsWith("../" + part));
  }

  private static Stream<String> keys(Path file) {
    try {
      return KEY.matcher(Files.readString(file)).results().map(found -> found.group(1));
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }
}
