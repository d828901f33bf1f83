package io.weir.provider.oci.nodepool;

import com.fasterxml.jackson.databind.JsonNode;
import io.weir.provider.CloudQuery;
import io.weir.provider.QueryResult;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The images that OKE offers for nodes of a cluster, in its order.
 *
 * @param images images, those of other kinds of sources left out
 */
public record NodeImages(List<Image> images) implements QueryResult {

  public NodeImages {
    images = List.copyOf(images);
  }

  /** An image and its name, such as {@code Oracle-Linux-8.10-2024.06.30-0-OKE-1.30.1-716}. */
  public record Image(String id, String name) {}

  /** Asks for them. */
  public record OfCluster(String cluster) implements CloudQuery {
    @Override
    public Duration maxAge() {
      return Duration.ofMinutes(10);
    }
  }

  /** What a shape needs of an image. */
  enum Architecture {
    X86,
    ARM,
    GPU,
    ARM_GPU;

    private static final Pattern ARM_SHAPE = Pattern.compile(".*\\.A[0-9]+\\..*");
    private static final Pattern ARM_GPU_SHAPE = Pattern.compile(".*\\.GPU\\.GB.*");

    /** That of a shape, such as {@code VM.Standard.A1.Flex}. */
    static Architecture ofShape(String shape) {
      if (shape.contains("GPU")) {
        return ARM_GPU_SHAPE.matcher(shape).matches() ? ARM_GPU : GPU;
      }
      return ARM_SHAPE.matcher(shape).matches() ? ARM : X86;
    }

    private static Architecture ofImage(String name) {
      boolean arm = name.contains("aarch64");
      return name.contains("GPU") ? (arm ? ARM_GPU : GPU) : (arm ? ARM : X86);
    }

    /** What does if there is none for the accelerator: the drivers are then up to people. */
    private Architecture plain() {
      return switch (this) {
        case GPU -> X86;
        case ARM_GPU -> ARM;
        default -> this;
      };
    }
  }

  private static final Pattern VERSION = Pattern.compile("-OKE-([0-9]+\\.[0-9]+\\.[0-9]+)(-.*)?$");

  /** Those of an answer of OKE. */
  public static NodeImages of(JsonNode options) {
    return new NodeImages(
        options
            .path("sources")
            .valueStream()
            .filter(source -> source.path("sourceType").asText().equals("IMAGE"))
            .map(
                source ->
                    new Image(
                        source.path("imageId").asText(""), source.path("sourceName").asText("")))
            .toList());
  }

  /**
   * OCID of the first image for a version and architecture.
   *
   * @param version such as {@code v1.33.1}
   */
  Optional<String> find(String version, Architecture architecture) {
    String number = version.startsWith("v") ? version.substring(1) : version;
    return first(number, architecture).or(() -> first(number, architecture.plain()));
  }

  private Optional<String> first(String number, Architecture architecture) {
    return images.stream()
        .filter(image -> Architecture.ofImage(image.name()) == architecture)
        .filter(image -> versionOf(image.name()).equals(number))
        .map(Image::id)
        .findFirst();
  }

  private static String versionOf(String name) {
    Matcher found = VERSION.matcher(name);
    return found.find() ? found.group(1) : "";
  }
}
