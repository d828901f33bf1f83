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
@ExtendWith(RunIfDrawn.Condition.class)
public @interface RunIfDrawn {
  /** The case that the test tries. */
  SoakCase.Single value();

  /** Asks {@link SoakCase}. */
  final class Condition implements ExecutionCondition {
    /** For JUnit. */
    public Condition() {}

    @Override
    public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
      boolean other =
          AnnotationSupport.findAnnotation(context.getElement(), RunIfDrawn.class)
              .filter(runIfDrawn -> !SoakCase.ofThisRun().contains(runIfDrawn.value()))
              .isPresent();
      return other
          ? ConditionEvaluationResult.disabled("not among the cases of " + DrawnCases.ofThisRun())
          : ConditionEvaluationResult.enabled("among the cases of this run");
    }
  }
}
