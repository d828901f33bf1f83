package io.weir.provider.aws.api;

import io.weir.api.EmptyIfNull;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Names resources of AWS, by ID or by what they look like; one of the two.
 *
 * @param id the ID
 * @param filters EC2 filters, all of which must match
 */
public record AWSResourceReference(@Nullable String id, List<Filter> filters) {

  public AWSResourceReference {
    filters = EmptyIfNull.list(filters);
  }

  /**
   * An EC2 filter.
   *
   * @param name name of the filter, such as {@code tag:Role}
   * @param values values of which one must match
   */
  public record Filter(String name, List<String> values) {

    public Filter {
      values = EmptyIfNull.list(values);
    }
  }
}
