package io.weir.provider.gcp.template;

import io.weir.provider.PoolMarks;
import io.weir.provider.fingerprint.TemplateFingerprint;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * What the description of an instance template says, which is written in the call that makes it and
 * cannot be changed.
 *
 * @param pool whose it is
 * @param group name of the managed instance group that it is for
 * @param fingerprint of what it was made from
 * @param adopted fingerprint of the first template that Weir made for a group that it took over:
 *     machines of templates that say nothing are taken for such of this one; empty if the group was
 *     not taken over
 */
public record TemplateMarks(
    PoolMarks pool,
    String group,
    TemplateFingerprint fingerprint,
    Optional<TemplateFingerprint> adopted) {

  private static final String GROUP = "weir.io/group";
  private static final String TEMPLATE = "weir.io/template";
  private static final String ADOPTED = "weir.io/adopted";

  /** The description: {@code key=value}, separated by spaces. */
  public String format() {
    var entries = new LinkedHashMap<String, String>();
    entries.put(PoolMarks.MANAGEMENT_CLUSTER_KEY, pool.managementCluster());
    entries.put(PoolMarks.POOL_KEY, pool.pool());
    entries.put(GROUP, group);
    entries.put(TEMPLATE, fingerprint.format());
    adopted.ifPresent(of -> entries.put(ADOPTED, of.format()));
    return entries.entrySet().stream()
        .map(entry -> entry.getKey() + "=" + entry.getValue())
        .collect(Collectors.joining(" "));
  }

  /** Reads {@link #format}; empty if the text is nothing of the kind. */
  public static Optional<TemplateMarks> parse(String description) {
    var entries = new LinkedHashMap<String, String>();
    for (String part : description.split(" ", -1)) {
      int equals = part.indexOf('=');
      if (equals > 0) {
        entries.put(part.substring(0, equals), part.substring(equals + 1));
      }
    }
    String group = entries.getOrDefault(GROUP, "");
    var marks =
        new PoolMarks(
            entries.getOrDefault(PoolMarks.MANAGEMENT_CLUSTER_KEY, ""),
            entries.getOrDefault(PoolMarks.POOL_KEY, ""));
    return group.isEmpty()
        ? Optional.empty()
        : fingerprint(entries, TEMPLATE)
            .map(of -> new TemplateMarks(marks, group, of, fingerprint(entries, ADOPTED)));
  }

  private static Optional<TemplateFingerprint> fingerprint(Map<String, String> from, String key) {
    return TemplateFingerprint.parse(from.getOrDefault(key, ""));
  }
}
