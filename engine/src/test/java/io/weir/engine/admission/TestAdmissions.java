package io.weir.engine.admission;

import io.weir.api.FeatureGates;
import io.weir.api.GroupKind;
import io.weir.api.admission.Admission;
import io.weir.engine.watch.ReconciledObjects;

/** Admissions as tests look them up. */
final class TestAdmissions {

  private TestAdmissions() {}

  /** The rules of a kind. */
  static Admission of(GroupKind kind) {
    return EngineAdmissions.all(FeatureGates.DEFAULT, ReconciledObjects.ALL).stream()
        .filter(each -> each.kind().equals(kind))
        .findFirst()
        .orElseThrow();
  }
}
