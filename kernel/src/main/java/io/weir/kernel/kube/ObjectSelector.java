package io.weir.kernel.kube;

import io.weir.api.ApiObject;
import io.weir.api.ObjectKey;

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

  /** The one object of that name; the only one that a role may name, too. */
  static ObjectSelector byName(ObjectKey key) {
    return new ByName(key);
  }

  /** Pods of the Node of that name; only for lists. */
  static ObjectSelector onNode(String node) {
    return new OnNode(node);
  }

  /** The parameter of a request in which the API server reads the selector. */
  default String queryParameter() {
    return "labelSelector";
  }

  /** The selector as the API server reads it; empty for every object. */
  String queryValue();

  /** Whether an object is selected. */
  boolean matches(ApiObject object);

  /** Every object. */
  record Everything() implements ObjectSelector {
    @Override
    public String queryValue() {
      return "";
    }

    @Override
    public boolean matches(ApiObject object) {
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
    public boolean matches(ApiObject object) {
      return object.label(key).isPresent();
    }
  }

  /** Objects whose label has the value. */
  record LabelEquals(String key, String value) implements ObjectSelector {
    @Override
    public String queryValue() {
      return key + "=" + value;
    }

    @Override
    public boolean matches(ApiObject object) {
      return object.label(key).filter(value::equals).isPresent();
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
      String namespace =
          key.namespace().isEmpty() ? "" : "metadata.namespace=" + key.namespace() + ",";
      return namespace + "metadata.name=" + key.name();
    }

    @Override
    public boolean matches(ApiObject object) {
      return object.key().equals(key);
    }
  }

  /** Pods of one Node. */
  record OnNode(String node) implements ObjectSelector {
    @Override
    public String queryParameter() {
      return "fieldSelector";
    }

    @Override
    public String queryValue() {
      return "spec.nodeName=" + node;
    }

    @Override
    public boolean matches(ApiObject object) {
      return object.at("/spec/nodeName").asText().equals(node);
    }
  }
}
