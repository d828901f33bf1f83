package io.weir.engine.settled;

import io.weir.api.ApiObject;
import java.util.Collection;
import java.util.List;

/**
 * Whose settings are noted, and which. An annotation that came with a copy of another pool, or from
 * a release that knew other fields, tells nothing of this one.
 *
 * @param apiVersion of the infrastructure pool
 * @param pool its namespace and name
 * @param fields the fields of its spec that say what machines are made of, sorted: one that is
 *     named and not among the settings was not set
 */
public record SettledSubject(String apiVersion, String pool, List<String> fields) {

  public SettledSubject {
    fields = List.copyOf(fields);
  }

  /** That of a pool whose provider names these fields. */
  public static SettledSubject of(ApiObject infrastructurePool, Collection<String> fields) {
    return new SettledSubject(
        infrastructurePool.apiVersion(),
        infrastructurePool.key().toString(),
        fields.stream().sorted().toList());
  }
}
