package io.weir.provider.aws.network;

import io.weir.provider.CloudQuery;
import io.weir.provider.QueryResult;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** What must be known from AWS of where instances are and who reaches them. */
public sealed interface NetworkQuery extends CloudQuery {

  /** People correct what these show within minutes, and no event tells of it. */
  Duration USER_EDITABLE_MAX_AGE = Duration.ofMinutes(10);

  @Override
  default Duration maxAge() {
    return USER_EDITABLE_MAX_AGE;
  }

  /** The subnets that pass all filters; answered by {@link FoundResources}. */
  record SubnetsWhere(List<Filter> filters) implements NetworkQuery {
    public SubnetsWhere {
      filters = List.copyOf(filters);
    }
  }

  /** The security groups that pass all filters; answered by {@link FoundResources}. */
  record SecurityGroupsWhere(List<Filter> filters) implements NetworkQuery {
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
