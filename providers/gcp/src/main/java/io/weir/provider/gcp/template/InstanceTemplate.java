package io.weir.provider.gcp.template;

import com.fasterxml.jackson.databind.JsonNode;
import io.weir.provider.gcp.api.GcpConstants;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * An instance template as Compute Engine shows it, without what machines are made from.
 *
 * @param name its name
 * @param marks what its description says; empty if Weir did not make it
 * @param clusters names of the Clusters whose its machines are, by upstream's label
 */
public record InstanceTemplate(String name, Optional<TemplateMarks> marks, Set<String> clusters) {

  /** What {@link #read} needs of a template. */
  public static final String FIELDS = "name,description,properties/labels";

  public InstanceTemplate {
    clusters = Set.copyOf(clusters);
  }

  /** Reads an answer. */
  public static InstanceTemplate read(JsonNode template) {
    return new InstanceTemplate(
        template.path("name").asText(),
        TemplateMarks.parse(template.path("description").asText("")),
        template.path("properties").path("labels").properties().stream()
            .filter(label -> label.getValue().asText().equals(GcpConstants.OWNED))
            .map(label -> label.getKey())
            .filter(key -> key.startsWith(GcpConstants.CLUSTER_LABEL_PREFIX))
            .map(key -> key.substring(GcpConstants.CLUSTER_LABEL_PREFIX.length()))
            .collect(Collectors.toSet()));
  }

  /** The name at the end of an address; empty if there is none. */
  public static String nameIn(String url) {
    return url.substring(url.lastIndexOf('/') + 1);
  }
}
