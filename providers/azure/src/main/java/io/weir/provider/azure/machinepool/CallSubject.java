package io.weir.provider.azure.machinepool;

import io.weir.provider.FailedCall;
import io.weir.provider.azure.scaleset.ScaleSetStep;
import java.util.Optional;

/** What a call is about that failed, by which condition is to tell it. */
enum CallSubject {
  /** The set as such: reads of it, too. */
  SET,
  /** What its machines are made from, and where they are. */
  MODEL,
  /** How many machines it has. */
  SIZE;

  /** What failed, if it was about this and people must do something about it. */
  Optional<String> trouble(FailedCall failed) {
    return failed.needingUserAction().filter(_ -> of(failed) == this);
  }

  private static CallSubject of(FailedCall failed) {
    return failed.step() instanceof ScaleSetStep ofSet ? of(ofSet) : SET;
  }

  private static CallSubject of(ScaleSetStep step) {
    return switch (step) {
      case ScaleSetStep.UpdateModel _,
          ScaleSetStep.RenewCustomData _,
          ScaleSetStep.UpgradeInstances _,
          ScaleSetStep.AddZones _ ->
          MODEL;
      case ScaleSetStep.SetCapacity _, ScaleSetStep.DeleteInstances _ -> SIZE;
      case ScaleSetStep.CreateScaleSet _,
          ScaleSetStep.MarkScaleSet _,
          ScaleSetStep.SetTags _,
          ScaleSetStep.AssignRole _,
          ScaleSetStep.RemoveRole _,
          ScaleSetStep.DeleteScaleSet _ ->
          SET;
    };
  }
}
