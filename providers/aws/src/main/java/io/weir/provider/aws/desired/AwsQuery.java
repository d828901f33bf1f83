package io.weir.provider.aws.desired;

import io.weir.provider.CloudQuery;
import io.weir.provider.QueryResult;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What a desired state needs to know from AWS. */
public sealed interface AwsQuery extends CloudQuery {

  /** People correct what these show within minutes, and no event tells of it. */
  Duration USER_EDITABLE_MAX_AGE = Duration.ofMinutes(10);

  /** What never changes under a name. */
  Duration IMMUTABLE_MAX_AGE = Duration.ofDays(1);

  @Override
  default Duration maxAge() {
    return USER_EDITABLE_MAX_AGE;
  }

  /** The processor architecture of an instance type; answered by {@link ArchitectureResult}. */
  record ArchitectureOf(String instanceType) implements AwsQuery {
    @Override
    public Duration maxAge() {
      return IMMUTABLE_MAX_AGE;
    }
  }

  /** The newest image whose name matches; answered by {@link ImageResult}. */
  record ImageNamed(String owner, String namePattern, String architecture) implements AwsQuery {}

  /** An image by its id; answered by {@link ImageResult}. */
  record ImageById(String id) implements AwsQuery {}

  /** The subnets that pass all filters; answered by {@link FoundResources}. */
  record SubnetsWhere(List<Filter> filters) implements AwsQuery {
    public SubnetsWhere {
      filters = List.copyOf(filters);
    }
  }

  /** The security groups that pass all filters; answered by {@link FoundResources}. */
  record SecurityGroupsWhere(List<Filter> filters) implements AwsQuery {
    public SecurityGroupsWhere {
      filters = List.copyOf(filters);
    }
  }

  /**
   * A condition on the resources of an answer.
   *
   * @param name the filter's name, in AWS's words
   * @param values one of these must match
   */
  record Filter(String name, List<String> values) {
    public Filter {
      values = List.copyOf(values);
    }
  }

  /**
   * Answers {@link ArchitectureOf}.
   *
   * @param name {@code x86_64} or {@code arm64}; empty if AWS has no such instance type
   */
  record ArchitectureResult(Optional<String> name) implements QueryResult {}

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

  /** Answers {@link SubnetsWhere} and {@link SecurityGroupsWhere}, sorted by id. */
  record FoundResources(List<Resource> resources) implements QueryResult {
    public FoundResources {
      resources = List.copyOf(resources);
    }

    /** A resource and its tags. */
    public record Resource(String id, Map<String, String> tags) {
      public Resource {
        tags = Map.copyOf(tags);
      }
    }
  }
}
