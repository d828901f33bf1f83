package io.weir.provider.aws.image;

import io.weir.provider.CloudQuery;
import io.weir.provider.QueryResult;
import java.time.Duration;
import java.util.Optional;

/** What must be known from AWS of the image that instances boot. */
public sealed interface ImageQuery extends CloudQuery {

  /** People correct what these show within minutes, and no event tells of it. */
  Duration USER_EDITABLE_MAX_AGE = Duration.ofMinutes(10);

  /** What never changes under a name. */
  Duration IMMUTABLE_MAX_AGE = Duration.ofDays(1);

  @Override
  default Duration maxAge() {
    return USER_EDITABLE_MAX_AGE;
  }

  /** The processor architecture of an instance type; answered by {@link ArchitectureResult}. */
  record ArchitectureOf(String instanceType) implements ImageQuery {
    @Override
    public Duration maxAge() {
      return IMMUTABLE_MAX_AGE;
    }
  }

  /** The newest image whose name matches; answered by {@link ImageResult}. */
  record ImageNamed(String owner, String namePattern, String architecture) implements ImageQuery {}

  /**
   * The value of a public parameter of AWS Systems Manager, such as the id of the image that EKS
   * recommends; answered by {@link ParameterResult}.
   */
  record ParameterNamed(String name) implements ImageQuery {}

  /** An image by its id; answered by {@link ImageResult}. */
  record ImageById(String id) implements ImageQuery {}

  /**
   * Answers {@link ArchitectureOf}.
   *
   * @param name {@code x86_64} or {@code arm64}; empty if AWS has no such instance type
   */
  record ArchitectureResult(Optional<String> name) implements QueryResult {}

  /**
   * Answers {@link ParameterNamed}.
   *
   * @param value empty if there is no such parameter
   */
  record ParameterResult(Optional<String> value) implements QueryResult {}

  /**
   * Answers {@link ImageNamed} and {@link ImageById}.
   *
   * @param image absent if there is none, or none that this account may see
   */
  record ImageResult(Optional<ImageDetails> image) implements QueryResult {

    /**
     * What a launch template needs of an image.
     *
     * @param id the image
     * @param rootDevice name of its root device
     */
    public record ImageDetails(String id, String rootDevice) {}
  }
}
