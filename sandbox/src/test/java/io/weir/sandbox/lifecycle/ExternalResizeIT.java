package io.weir.sandbox.lifecycle;

import io.weir.api.GroupKind;
import io.weir.api.ObjectKey;
import io.weir.clouds.aws.seed.AwsSeedData;
import io.weir.provider.CallGate;
import io.weir.provider.CloudScope;
import io.weir.provider.PoolProviderFactory.ProviderContext;
import io.weir.provider.aws.calls.AwsClient;
import io.weir.provider.aws.calls.SdkAwsClients;
import java.time.Clock;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.autoscaling.model.UpdateAutoScalingGroupRequest;

/** Somebody else changes the size of a group in AWS. */
@WithTestSandbox
class ExternalResizeIT {

  private final TestSandbox testSandbox;

  ExternalResizeIT(TestSandbox testSandbox) {
    this.testSandbox = testSandbox;
  }

  /** Where the SDK of AWS looks; every test in this JVM has the same account. */
  @BeforeAll
  static void credentials() {
    System.setProperty("aws.accessKeyId", AwsSeedData.ACCOUNT.accessKey());
    System.setProperty("aws.secretAccessKey", AwsSeedData.ACCOUNT.secretKey());
  }

  @Test
  void aSizeThatAnAutoscalerManagesIsTakenOver() throws Exception {
    ObjectKey pool = testSandbox.create("autoscaled", 1);
    testSandbox.kubectl(
        "annotate",
        "machinepool",
        pool.name(),
        "cluster.x-k8s.io/replicas-managed-by=external-autoscaler");
    testSandbox.awaitRunning(pool, 1);

    resize(pool, 3);

    testSandbox.await(
        GroupKind.MACHINE_POOL,
        pool,
        object -> object.at("/spec/replicas").asInt() == 3,
        "takes the size of the group over");
    testSandbox.awaitRunning(pool, 3);
    end(pool);
  }

  private void resize(ObjectKey pool, int size) throws Exception {
    aws()
        .updateGroup(
            UpdateAutoScalingGroupRequest.builder()
                .autoScalingGroupName(pool.name())
                .desiredCapacity(size)
                .build());
  }

  private AwsClient aws() {
    var settings = Map.of("endpoint", testSandbox.sandbox().aws().endpoint().toString());
    var providerContext = new ProviderContext(settings, new AllowAllGate(), Clock.systemUTC());
    return new SdkAwsClients(providerContext)
        .clientFor(new CloudScope("aws", "AWSClusterControllerIdentity/default", "us-east-1"));
  }

  /** Lets everything through. */
  private static final class AllowAllGate implements CallGate {
    @Override
    public void beforeCall(CloudScope cloudScope, String api) {}

    @Override
    public void afterCall(CloudScope cloudScope, String api, CallOutcome callOutcome) {}
  }

  private void end(ObjectKey pool) throws Exception {
    testSandbox.delete(pool);
    testSandbox.awaitGone(GroupKind.MACHINE_POOL, pool);
    testSandbox.assertNothingInAws(pool.name());
  }
}
