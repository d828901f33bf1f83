package io.weir.provider.aws;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.weir.api.Json;
import io.weir.clouds.Journal;
import io.weir.clouds.aws.iam.AccessPolicy;
import io.weir.provider.ObservationRequest;
import io.weir.provider.aws.eks.EksDesiredState;
import io.weir.provider.aws.eks.EksObservedState;
import io.weir.provider.kit.PoolObjects;
import io.weir.provider.kit.TestReconciler;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** A life of a pool of EKS that makes every call that anything is allowed for. */
final class EksLife {

  private static final Map<String, String> WITH_ROLES =
      Map.of("eks-enable-iam", "true", "eks-allow-add-roles", "true");

  private final SimulatedEks aws;
  private final TestReconciler<EksDesiredState, EksObservedState> reconciler;
  private final PoolObjects pool;

  private EksLife(SimulatedEks aws) {
    this.aws = aws;
    this.reconciler = new TestReconciler<>(aws);
    this.pool = aws.pool("workers", 1);
  }

  /** A life. */
  @FunctionalInterface
  interface Life {
    void lead(EksLife life) throws Exception;
  }

  /** What a life calls, all of which the shipped policy allows. */
  static Set<String> actionsOf(Life life) throws Exception {
    try (var aws = new SimulatedEks(WITH_ROLES)) {
      aws.cloud.restrictTo(
          AccessPolicy.parse(
              new AwsProviderFactory().permissions(Optional.of("here")).orElseThrow()));
      life.lead(new EksLife(aws));
      assertThat(aws.cloud.journal().calls()).extracting(Journal.Call::outcome).contains("OK");
      return new TreeSet<>(aws.cloud.journal().actions());
    }
  }

  void leadAll() throws Exception {
    spec("roleAdditionalPolicies", "[\"arn:aws:iam::aws:policy/More\"]");
    spec("additionalTags", "{\"team\": \"a\"}");
    settle();
    assertThat(reconciler.observe(reconciler.scope(pool), new ObservationRequest.All()))
        .containsKey("workers");
    spec("roleAdditionalPolicies", "[]");
    spec("additionalTags", "{\"stage\": \"test\"}");
    spec("labels", "{\"tier\": \"front\"}");
    settle();
    var _ =
        reconciler
            .provider()
            .controlPlaneAccess()
            .orElseThrow()
            .credentials(reconciler.scope(pool));
    spec("amiVersion", "\"1.34.9-20260301\"");
    settle();
    for (int round = 0; round < 6 && !reconciler.delete(pool); round++) {
      aws.completePendingWork();
    }
    assertThat(aws.countScaleSets("workers")).isZero();
  }

  private void settle() throws Exception {
    for (int round = 0; round < 4; round++) {
      var _ = reconciler.converge(pool);
      aws.completePendingWork();
    }
    var _ = reconciler.converge(pool);
  }

  private void spec(String field, String json) throws JsonProcessingException {
    pool.poolTree().withObject("/spec").set(field, Json.MAPPER.readTree(json));
  }
}
