package io.weir.manager.machinepool;

import io.weir.api.ApiObject;

/** What a reference of a pool leads to. */
sealed interface Referred {

  /** The pool has no such reference. */
  record None() implements Referred {}

  /** An object that is this pool's, or is still to become so. */
  record Found(ApiObject object) implements Referred {}

  /**
   * An object that somebody else controls: nothing of it may be used, changed or deleted.
   *
   * @param trouble one sentence for people, with the remedy
   */
  record Foreign(String trouble) implements Referred {}

  /**
   * There is no such object.
   *
   * @param what its kind and name
   * @param problem that it does not exist, or its kind, to be read after the name; with the remedy
   */
  record Absent(String what, String problem) implements Referred {}

  /**
   * The kind is not one that may be referred to; such an object is not even looked at.
   *
   * @param what its kind and name
   * @param problem what is wrong, to be read after the name
   */
  record Unfit(String what, String problem) implements Referred {}
}
