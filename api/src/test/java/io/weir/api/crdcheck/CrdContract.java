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
   * @param record what it is read as
   */
  public record Kind(ApiObject crd, Class<?> record) {

    @Override
    public String toString() {
      return record.getSimpleName();
    }
  }

  /** The kinds under test. */
  protected abstract List<Kind> kinds();

  @TestFactory
  Stream<DynamicTest> everyComponentOfTheRecordsIsInTheSchema() {
    return each(kind -> assertThat(RecordShape.problems(kind.record(), schema(kind))).isEmpty());
  }

  @TestFactory
  Stream<DynamicTest> everyPropertyIsExplained() {
    return each(kind -> assertThat(SchemaOutline.withoutDescription(kind.crd())).isEmpty());
  }

  /** A change that is meant goes into the outline too, so that a review sees both. */
  @TestFactory
  Stream<DynamicTest> theStructureIsAsItsOutlineSays() {
    return each(
        kind -> {
          List<String> outline = SchemaOutline.of(kind.crd());
          Path written = written(kind, outline);

          assertThat(outline)
              .as("if the change is meant, put %s in place of the outline", written)
              .isEqualTo(committed(kind));
        });
  }

  private Stream<DynamicTest> each(Consumer<Kind> claim) {
    return kinds().stream()
        .map(kind -> DynamicTest.dynamicTest(kind.toString(), () -> claim.accept(kind)));
  }

  private static JsonNode schema(Kind kind) {
    return StorageSchema.of(kind.crd());
  }

  private static Path written(Kind kind, List<String> outline) {
    try {
      Path folder = Files.createDirectories(Path.of("target", "outlines"));
      return Files.write(folder.resolve(fileOf(kind)), outline);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private List<String> committed(Kind kind) {
    String path = "/outlines/" + fileOf(kind);
    try (InputStream file = getClass().getResourceAsStream(path)) {
      return file == null
          ? List.of("there is no " + path)
          : new String(file.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String fileOf(Kind kind) {
    return kind.crd().name() + ".txt";
  }
}
