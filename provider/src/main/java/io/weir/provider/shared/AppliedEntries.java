package io.weir.provider.shared;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import io.weir.api.Json;
import io.weir.provider.PlanStep;
import io.weir.provider.ProviderAnnotations;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The entries (tags, labels, taints) that a pool may have put on a cloud object where others put
 * some too, as an annotation of the pool says. They are added to it before they are put there
 * ({@link PlanStep#annotationsBefore}), so that what is no longer wanted can be told from what was
 * never ours. An entry has a name and a value; the name of a taint is its key and its effect.
 *
 * @param annotation key of the annotation, one of {@link
 *     io.weir.provider.PoolProvider#annotationKeys}
 * @param form how the annotation holds them
 */
public record AppliedEntries(String annotation, Form form) {

  /** How an annotation holds entries. */
  public enum Form {
    /** As JSON, from name to value. */
    VALUES,
    /** Names, separated by commas: entries that have no value, or whose value does not matter. */
    NAMES
  }

  private static final TypeReference<TreeMap<String, String>> TEXTS = new TypeReference<>() {};

  /** The entries by name, with empty values where the form has none; none if it is not readable. */
  public Map<String, String> read(ProviderAnnotations annotations) {
    String text = annotations.get(annotation).orElse("");
    return switch (form) {
      case VALUES -> values(text);
      case NAMES -> names(List.of(text.split(",", -1)));
    };
  }

  private static Map<String, String> values(String text) {
    try {
      return text.isEmpty() ? new TreeMap<>() : Json.MAPPER.readValue(text, TEXTS);
    } catch (JsonProcessingException spoiled) {
      return new TreeMap<>();
    }
  }

  /** Names as entries without a value. */
  public static Map<String, String> names(Collection<String> names) {
    var entries = new TreeMap<String, String>();
    names.stream().filter(name -> !name.isEmpty()).forEach(name -> entries.put(name, ""));
    return entries;
  }

  /** The annotations with these entries too. */
  public ProviderAnnotations add(ProviderAnnotations annotations, Map<String, String> entries) {
    var all = new TreeMap<>(read(annotations));
    all.putAll(entries);
    return set(annotations, all);
  }

  /** The annotations without the entry of this name, which is gone. */
  public ProviderAnnotations remove(ProviderAnnotations annotations, String name) {
    var left = new TreeMap<>(read(annotations));
    left.remove(name);
    return set(annotations, left);
  }

  /**
   * The annotations with exactly these entries, once the cloud shows these of ours and no other.
   */
  public ProviderAnnotations set(ProviderAnnotations annotations, Map<String, String> entries) {
    if (read(annotations).equals(entries)) {
      return annotations;
    }
    return annotations.with(
        annotation, entries.isEmpty() ? Optional.empty() : Optional.of(text(entries)));
  }

  private String text(Map<String, String> entries) {
    var sorted = new TreeMap<>(entries);
    try {
      return switch (form) {
        case VALUES -> Json.MAPPER.writeValueAsString(sorted);
        case NAMES -> String.join(",", sorted.keySet());
      };
    } catch (JsonProcessingException impossible) {
      throw new IllegalStateException("a map of texts is JSON", impossible);
    }
  }
}
