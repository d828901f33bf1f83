package io.weir.engine.admission;

import io.weir.api.admission.Admission;
import java.util.List;

/** The admission rules of the core kinds. */
public final class EngineAdmissions {

  private EngineAdmissions() {}

  /** One for each kind: MachinePool. */
  public static List<Admission> all() {
    return List.of(MachinePoolAdmission.create());
  }
}
