package io.weir.manager.runtime.kube;

import java.util.Map;

/** Which labels an object must have to be watched or listed. */
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
}
