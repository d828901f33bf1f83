package io.weir.api.admission;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.stream.Stream;

/** Something that an object must keep to, looked at alone. Pure. */
@FunctionalInterface
public interface AdmissionRule {

  /** What is wrong with an object; empty if nothing is. */
  Stream<Violation> check(ObjectField object);

  /** Something that a change must keep to. Pure. */
  @FunctionalInterface
  interface UpdateRule {

    /** What is wrong with turning one object into the other; empty if nothing is. */
    Stream<Violation> check(ObjectField was, ObjectField is);
  }

  /** Something that people should know although it is accepted. Pure. */
  @FunctionalInterface
  interface WarningRule {

    /** One sentence each; empty if there is nothing to say. */
    Stream<String> warnings(AdmissionRequest admissionRequest);
  }

  /** How what was left out is filled in. Pure, apart from the tree that it is given. */
  @FunctionalInterface
  interface Defaulter {

    /**
     * Fills in.
     *
     * @param object to change
     * @param admissionRequest what was sent; not to be changed
     */
    void fill(ObjectNode object, AdmissionRequest admissionRequest);
  }
}
