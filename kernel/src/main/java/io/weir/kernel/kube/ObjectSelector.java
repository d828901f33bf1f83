package io.weir.kernel.kube;

import io.weir.api.ObjectKey;
import java.util.Map;

/** Which objects are watched or listed: by their labels, or one by its name. */
public sealed interface ObjectSelector {

  /** Every object. */
  static ObjectSelector everything() {
    return new Everything();
  }

  /** Objects that have the label, whatever its value. */
  static ObjectSelector withLabel(String key) {
    return new LabelExists(key);
  }

  /** Objects whose label has the value. */
  static ObjectSelector withLabelValue(String key, String value) {
    return new LabelEquals(key, value);
  }

  /** The one object of that name; for namespaced kinds. */
  static ObjectSelector byName(ObjectKey key) {
    return new ByName(key);
  }

  /** The parameter of a request in which the API server reads the selector. */
  default String queryParameter() {
    return "labelSelector";
  }

  /** The selector as the API server reads it; empty for every object. */
  String queryValue();

  /** Whether an object with these labels is selected. */
  boolean matches(Map<String, String> labels);

  /** Every object. */
  record Everything() implements ObjectSelector {
    @Override
    public String queryValue() {
      return "";
    }

    @Override
    public boolean matches(Map<String, String> labels) {
      return true;
    }
  }

  /** Objects that have the label. */
  record LabelExists(String key) implements ObjectSelector {
    @Override
    public String queryValue() {
      return key;
    }

    @Override
    public boolean matches(Map<String, String> labels) {
      return labels.containsKey(key);
    }
  }

  /** Objects whose label has the value. */
  record LabelEquals(String key, String value) implements ObjectSelector {
    @Override
    public String queryValue() {
      return key + "=" + value;
    }

    @Override
    public boolean matches(Map<String, String> labels) {
      return value.equals(labels.get(key));
    }
  }

  /** The one object of that name. */
  record ByName(ObjectKey key) implements ObjectSelector {
    @Override
    public String queryParameter() {
      return "fieldSelector";
    }

    @Override
    public String queryValue() {
      return "metadata.namespace=" + key.namespace() + ",metadata.name=" + key.name();
    }

    /** Labels do not tell: such objects are watched, not written. */
    @Override
    public boolean matches(Map<String, String> labels) {
      return false;
    }
  }
}
