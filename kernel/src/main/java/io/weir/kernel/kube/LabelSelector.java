package io.weir.kernel.kube;

import io.weir.api.ObjectKey;
import java.util.Map;

/** Which objects are watched or listed: by their labels, or one by its name. */
public sealed interface LabelSelector {

  /** Every object. */
  static LabelSelector everything() {
    return new Everything();
  }

  /** Objects that have the label, whatever its value. */
  static LabelSelector exists(String key) {
    return new Exists(key);
  }

  /** Objects whose label has the value. */
  static LabelSelector equal(String key, String value) {
    return new Equal(key, value);
  }

  /** The one object of that name; for namespaced kinds. */
  static LabelSelector named(ObjectKey key) {
    return new Named(key);
  }

  /** The parameter of a request in which the API server reads the selector. */
  default String parameter() {
    return "labelSelector";
  }

  /** The selector as the API server reads it; empty for every object. */
  String query();

  /** Whether an object with these labels is selected. */
  boolean matches(Map<String, String> labels);

  /** Every object. */
  record Everything() implements LabelSelector {
    @Override
    public String query() {
      return "";
    }

    @Override
    public boolean matches(Map<String, String> labels) {
      return true;
    }
  }

  /** Objects that have the label. */
  record Exists(String key) implements LabelSelector {
    @Override
    public String query() {
      return key;
    }

    @Override
    public boolean matches(Map<String, String> labels) {
      return labels.containsKey(key);
    }
  }

  /** Objects whose label has the value. */
  record Equal(String key, String value) implements LabelSelector {
    @Override
    public String query() {
      return key + "=" + value;
    }

    @Override
    public boolean matches(Map<String, String> labels) {
      return value.equals(labels.get(key));
    }
  }

  /** The one object of that name. */
  record Named(ObjectKey key) implements LabelSelector {
    @Override
    public String parameter() {
      return "fieldSelector";
    }

    @Override
    public String query() {
      return "metadata.namespace=" + key.namespace() + ",metadata.name=" + key.name();
    }

    /** Labels do not tell: such objects are watched, not written. */
    @Override
    public boolean matches(Map<String, String> labels) {
      return false;
    }
  }
}
