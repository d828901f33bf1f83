package io.weir.api.crdcheck;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.weir.api.ApiObject;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** What every kind owes: its records fit its CRD, and its CRD stays as it is. */
public abstract class CrdContract {

  /**
   * A kind under test.
   *
   * @param crd its definition
   * @param record what it is read as; {@link Unread} if nothing reads it
   */
  public record KindUnderTest(ApiObject crd, Class<?> record) {

    @Override
    public String toString() {
      return crd.at("/spec/names/kind").asText();
    }
  }

  /** A kind that is only kept, for others. */
  public record Unread() {}

  /** The kinds under test. */
  protected abstract List<KindUnderTest> kinds();

  @TestFactory
  Stream<DynamicTest> everyComponentOfTheRecordsIsInTheSchema() {
    return each(
        kindUnderTest ->
            assertThat(RecordSchemaCheck.problems(kindUnderTest.record(), schema(kindUnderTest)))
                .isEmpty());
  }

  @TestFactory
  Stream<DynamicTest> everyPropertyIsExplained() {
    return each(
        kindUnderTest ->
            assertThat(SchemaOutline.withoutDescription(kindUnderTest.crd())).isEmpty());
  }

  /** A change that is meant goes into the outline too, so that a review sees both. */
  @TestFactory
  Stream<DynamicTest> theStructureIsAsItsOutlineSays() {
    return each(
        kindUnderTest -> {
          List<String> outline = SchemaOutline.of(kindUnderTest.crd());
          Path written = written(kindUnderTest, outline);

          assertThat(outline)
              .as("if the change is meant, put %s in place of the outline", written)
              .isEqualTo(committed(kindUnderTest));
        });
  }

  private Stream<DynamicTest> each(Consumer<KindUnderTest> claim) {
    return kinds().stream()
        .map(
            kindUnderTest ->
                DynamicTest.dynamicTest(
                    kindUnderTest.toString(), () -> claim.accept(kindUnderTest)));
  }

  private static JsonNode schema(KindUnderTest kindUnderTest) {
    return StorageSchema.of(kindUnderTest.crd());
  }

  private static Path written(KindUnderTest kindUnderTest, List<String> outline) {
    try {
      Path folder = Files.createDirectories(Path.of("target", "outlines"));
      return Files.write(folder.resolve(fileOf(kindUnderTest)), outline);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private List<String> committed(KindUnderTest kindUnderTest) {
    String path = "/outlines/" + fileOf(kindUnderTest);
    try (InputStream file = getClass().getResourceAsStream(path)) {
      return file == null
          ? List.of("there is no " + path)
          : new String(file.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String fileOf(KindUnderTest kindUnderTest) {
    return kindUnderTest.crd().name() + ".txt";
  }
}
