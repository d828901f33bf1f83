package io.weir.api.admission;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.GroupKind;
import java.util.List;

/**
 * The rules of one kind in its storage version. Pure; safe for concurrent use. Objects may have any
 * shape, since defaults are asked for before a schema has been applied: what is not of its type is
 * left alone.
 *
 * <p>On update only what the change makes wrong is refused: a stored object that breaks a rule must
 * stay editable, and above all deletable.
 */
public interface Admission {

  /** The kind whose objects it judges. */
  GroupKind kind();

  /**
   * Fills in what the request left out.
   *
   * @param admissionRequest with the object as it was sent
   * @return a tree of the caller's own; equal to the request's object if nothing was left out
   */
  ObjectNode applyDefaults(AdmissionRequest admissionRequest);

  /**
   * What people should know about what is filled in; one sentence each.
   *
   * @param admissionRequest with the object as it was sent, since its default hides what was left
   *     out
   */
  default List<String> defaultingWarnings(AdmissionRequest admissionRequest) {
    return List.of();
  }

  /**
   * What is wrong with the object; empty if it may be written.
   *
   * @param admissionRequest with the object after its defaults
   */
  List<Violation> violations(AdmissionRequest admissionRequest);

  /**
   * The rights that whoever writes the object must have, each once. By default none: what Weir does
   * for an object, everybody may ask for who may write it.
   *
   * @param admissionRequest with the object after its defaults
   */
  default List<RequiredRight> requiredRights(AdmissionRequest admissionRequest) {
    return List.of();
  }

  /**
   * What people should know although it is accepted; one sentence each.
   *
   * @param admissionRequest with the object after its defaults
   */
  List<String> warnings(AdmissionRequest admissionRequest);
}
