package io.weir.pass;

import io.weir.api.ObjectKey;
import io.weir.provider.PlanStep;
import io.weir.provider.PrerequisiteException;
import io.weir.provider.ReportContext.CallFailure;

/** Is told of what was done and what failed. */
public interface PassListener {

  /** Nobody is told. */
  PassListener NONE =
      new PassListener() {
        @Override
        public void done(ObjectKey pool, PlanStep planStep) {}

        @Override
        public void failed(ObjectKey pool, CallFailure callFailure) {}

        @Override
        public void blocked(ObjectKey pool, PrerequisiteException why) {}
      };

  void done(ObjectKey pool, PlanStep planStep);

  /** The cloud was written to, or may have been: for those who keep account of writes. */
  default void written(StepWritten stepWritten) {}

  /** A Secret of a pool's own was written. */
  default void secretWritten(SecretWritten secretWritten) {}

  void failed(ObjectKey pool, CallFailure callFailure);

  /** A pool is let go although something of its name stays in the cloud. */
  default void left(ObjectKey pool, String why) {}

  /** Nothing is even tried before somebody acts. */
  void blocked(ObjectKey pool, PrerequisiteException why);
}
