package io.weir.api.admission;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.stream.Stream;

/** Something that an object must keep to, looked at alone. Pure. */
@FunctionalInterface
public interface Rule {

  /** What is wrong with an object; empty if nothing is. */
  Stream<Violation> check(Field object);

  /** Something that a change must keep to. Pure. */
  @FunctionalInterface
  interface OfChange {

    /** What is wrong with turning one object into the other; empty if nothing is. */
    Stream<Violation> check(Field was, Field is);
  }

  /** Something that people should know although it is accepted. Pure. */
  @FunctionalInterface
  interface Advice {

    /** One sentence each; empty if there is nothing to say. */
    Stream<String> on(Request request);
  }

  /** How what was left out is filled in. Pure, apart from the tree that it is given. */
  @FunctionalInterface
  interface Defaults {

    /**
     * Fills in.
     *
     * @param object to change
     * @param request what was sent; not to be changed
     */
    void fill(ObjectNode object, Request request);
  }
}
