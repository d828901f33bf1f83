package io.weir.clouds.aws.ec2;

import io.weir.clouds.Glob;
import io.weir.clouds.aws.wire.AwsErrorException;
import io.weir.clouds.aws.wire.Struct;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * The filters of one Describe operation: which names exist, and what each looks at. All given
 * filters must hold, each through any of its values, in which {@code *} and {@code ?} are
 * wildcards.
 */
final class Filters<T> {
  private static final int MOST_VALUES = 200;

  private final Map<String, Function<T, Collection<String>>> known;
  private final Function<T, Map<String, String>> tags;

  Filters(
      Map<String, Function<T, Collection<String>>> known, Function<T, Map<String, String>> tags) {
    this.known = known;
    this.tags = tags;
  }

  List<T> apply(Struct input, Collection<T> all) {
    List<Struct> given = input.structs("Filters");
    given.forEach(this::check);
    return all.stream().filter(one -> given.stream().allMatch(f -> holds(f, one))).toList();
  }

  private void check(Struct filter) {
    String name = filter.findText("Name").orElse("");
    if (!known.containsKey(name) && !name.equals("tag-key") && !name.startsWith("tag:")) {
      throw AwsErrorException.of("InvalidParameterValue", "The filter '" + name + "' is invalid");
    }
    if (filter.texts("Values").isEmpty()) {
      throw AwsErrorException.of(
          "InvalidParameterValue", "The filter '" + name + "' has no values");
    }
    if (filter.texts("Values").size() > MOST_VALUES) {
      throw AwsErrorException.of(
          "FilterLimitExceeded",
          "The maximum number of filter values specified on a single call is " + MOST_VALUES);
    }
  }

  private boolean holds(Struct filter, T one) {
    Collection<String> found = values(filter.text("Name"), one);
    return filter.texts("Values").stream()
        .anyMatch(wanted -> found.stream().anyMatch(value -> Glob.matches(wanted, value)));
  }

  private Collection<String> values(String name, T one) {
    if (name.equals("tag-key")) {
      return tags.apply(one).keySet();
    }
    if (name.startsWith("tag:")) {
      String value = tags.apply(one).get(name.substring("tag:".length()));
      return value == null ? List.of() : List.of(value);
    }
    Function<T, Collection<String>> look = known.get(name);
    return look == null ? List.of() : look.apply(one);
  }
}
