package io.weir.provider.aws.machinepool;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.provider.Instance;
import io.weir.provider.Observation;
import io.weir.provider.PlanContext;
import io.weir.provider.PlanStep;
import io.weir.provider.PoolIntent;
import io.weir.provider.ProviderAnnotations;
import io.weir.provider.ResolveResult;
import io.weir.provider.aws.PoolFixture;
import io.weir.provider.aws.group.GroupInstance;
import io.weir.provider.aws.group.ObservedGroup;
import io.weir.provider.aws.refresh.OwedRefresh;
import io.weir.provider.aws.template.ObservedTemplate;
import io.weir.provider.aws.template.TemplateStep;
import io.weir.provider.aws.template.UntriedVersion;
import io.weir.provider.template.TemplateFingerprint;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A pool that an earlier release of Weir made, by the texts that it left in AWS and on the pool: an
 * upgrade of Weir replaces no instance and takes nothing away.
 */
class EarlierReleaseTest {

  private static final String DATA =
      "b21bc0c450ee47a31dd629b48ad6eff5be297baff3975b1f03edd65966ddc1b6";
  private static final String USER_DATA =
      "88c95955b024402aa9572b663f7eeb134f01343bb92af27b50e97e72b22c565f";
  private static final String REVISIONS =
      ":1d2a27c40c8a27dd222f8013c231a15f:4e5dcbd88f3aa40d0e541dc26e980156";

  private final PoolFixture poolFixture = PoolFixture.pool("workers");
  private Map<String, String> tags = Map.of();
  private Set<String> suspended = Set.of();

  @BeforeEach
  void tagged() {
    tags = desired().group().tags().all();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"h1:" + DATA + ":" + USER_DATA + REVISIONS, "h1:" + DATA + ":" + USER_DATA})
  void leftAVersionThatIsCurrent(String description) {
    assertThat(plan(description, ProviderAnnotations.NONE)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"h1:" + DATA + ":" + USER_DATA + REVISIONS, "h1:" + DATA + ":" + USER_DATA})
  void leftAVersionThatANewTokenReplacesAndNoInstance(String description) {
    poolFixture.bootstrap = "#cloud-config\n# new\n".getBytes(StandardCharsets.UTF_8);

    assertThat(plan(description, ProviderAnnotations.NONE))
        .containsExactly(
            new TemplateStep.AddVersion(
                desired().template(),
                "lt-1",
                "version 3 has older bootstrap data",
                Map.of(
                    OwedRefresh.ANNOTATION,
                    Optional.empty(),
                    UntriedVersion.ANNOTATION,
                    Optional.empty())));
  }

  @Test
  void leftAnnotationsThatSayWhatIsOurs() {
    poolFixture
        .with(
            poolFixture.pool,
            "/spec/lifecycleHooks",
            """
            [{"name": "drain", "lifecycleTransition": "autoscaling:EC2_INSTANCE_TERMINATING",
              "defaultResult": "CONTINUE", "heartbeatTimeout": "300s"}]
            """)
        .with(poolFixture.pool, "/spec/additionalTags", "{\"team\": \"a\"}")
        .with(poolFixture.pool, "/spec/suspendProcesses", "{\"processes\": {\"launch\": true}}");
    tagged();
    var left =
        new ProviderAnnotations(
            Map.of(
                "weir.io/lifecycle-hooks",
                "{\"drain\":\"9b153236aea6a73c\",\"old\":\"0000000000000000\"}",
                "weir.io/suspended-processes",
                "AZRebalance,Launch",
                "sigs.k8s.io/cluster-api-provider-aws-last-applied-tags",
                "{\"team\":\"a\",\"was\":\"b\"}"));
    suspended = Set.of("AZRebalance", "HealthCheck", "Launch");
    var withOurs = new HashMap<>(tags);
    withOurs.putAll(Map.of("was", "b", "others", "c"));
    tags = withOurs;

    assertThat(plan(desired().template().fingerprint().format(), left))
        .extracting(PlanStep::description, PlanStep::reason)
        .extracting(String::valueOf)
        .containsExactly(
            "(\"delete lifecycle hook old of Auto Scaling group workers\", \"it is not in"
                + " spec.lifecycleHooks\")",
            "(\"resume processes of Auto Scaling group workers\", \"spec.suspendProcesses does not"
                + " name [AZRebalance]\")",
            "(\"remove tags from Auto Scaling group workers\", \"spec.additionalTags no longer has"
                + " them\")",
            "(\"remove tags from launch template workers\", \"spec.additionalTags no longer has"
                + " them\")");
  }

  private List<PlanStep> plan(String description, ProviderAnnotations annotations) {
    var template =
        new ObservedTemplate("lt-1", "workers", 3, TemplateFingerprint.parse(description), tags);
    var seen = new AwsObservedState(Optional.of(group()), Optional.of(template));
    return new AwsPlanner()
        .plan(
            new PoolIntent.Converge<>(desired()),
            new PlanContext<>(
                poolFixture.identity(),
                new Observation.Present<>(seen, Instant.EPOCH),
                annotations));
  }

  private ObservedGroup group() {
    var member =
        new GroupInstance(
            new Instance("i-1", "aws:///a/i-1", "a", Instance.State.RUNNING, "3"), true, "lt-1");
    return new ObservedGroup(
        "workers",
        "arn:1",
        1,
        5,
        2,
        List.of("subnet-0"),
        Optional.of(new ObservedGroup.TemplateReference("lt-1", "workers", "$Latest")),
        null,
        false,
        300,
        300,
        "",
        tags,
        List.of(member),
        suspended);
  }

  private AwsDesiredState desired() {
    return ((ResolveResult.Resolved<AwsDesiredState>)
            AwsDesiredStateResolver.resolve(poolFixture.inputs(), _ -> Optional.empty()))
        .desired();
  }
}
