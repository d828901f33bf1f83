package io.weir.provider.azure.aso;

import io.weir.api.ApiObject;
import io.weir.provider.ObjectStep;
import io.weir.provider.PlanStep;
import java.util.Map;
import java.util.Optional;

/** Tells Azure Service Operator to leave Azure as it is while a pool is paused. */
public final class ReconcilePolicy {

  /** Annotation of an object: what Azure Service Operator does about it in Azure. */
  public static final String KEY = "serviceoperator.azure.com/reconcile-policy";

  /** Nothing is written to Azure, nor deleted there. */
  public static final String SKIP = "skip";

  /**
   * Annotation of an object whose pool is paused: its policy before, maybe empty. Written and read
   * by Cluster API's own provider too.
   */
  public static final String BEFORE_PAUSE =
      "sigs.k8s.io/cluster-api-provider-azure-pre-pause-reconcile-policy";

  private ReconcilePolicy() {}

  /** The step that pauses an object; empty if it is. */
  public static Optional<PlanStep> pause(ApiObject object) {
    if (object.annotation(BEFORE_PAUSE).isPresent()) {
      return Optional.empty();
    }
    return Optional.of(
        ObjectStep.AnnotateObject.of(
            object,
            Map.of(
                KEY,
                Optional.of(SKIP),
                BEFORE_PAUSE,
                Optional.of(object.annotation(KEY).orElse(""))),
            "the pool is paused"));
  }

  /** The step that ends the pause of an object; empty if it is not paused. */
  public static Optional<PlanStep> resume(ApiObject object) {
    return object
        .annotation(BEFORE_PAUSE)
        .map(
            before ->
                ObjectStep.AnnotateObject.of(
                    object,
                    Map.of(
                        KEY,
                        Optional.of(before).filter(policy -> !policy.isEmpty()),
                        BEFORE_PAUSE,
                        Optional.empty()),
                    "the pool is not paused any more"));
  }
}
