package io.weir.sandbox.sweep;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.platform.commons.support.AnnotationSupport;

/** Runs a test where its case is among those of this run, and reports it as skipped elsewhere. */
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(Drawn.Condition.class)
public @interface Drawn {
  /** The case that the test tries. */
  SoakCase.Single value();

  /** Asks {@link SoakCase}. */
  final class Condition implements ExecutionCondition {
    /** For JUnit. */
    public Condition() {}

    @Override
    public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
      boolean other =
          AnnotationSupport.findAnnotation(context.getElement(), Drawn.class)
              .filter(drawn -> !SoakCase.ofThisRun().contains(drawn.value()))
              .isPresent();
      return other
          ? ConditionEvaluationResult.disabled("not among the cases of " + DrawnCases.ofThisRun())
          : ConditionEvaluationResult.enabled("among the cases of this run");
    }
  }
}
