package io.weir.sandbox.life;

import io.weir.api.GroupKind;
import io.weir.api.ObjectKey;
import io.weir.clouds.aws.world.World;
import io.weir.provider.CallGate;
import io.weir.provider.PoolProviderFactory.Context;
import io.weir.provider.Scope;
import io.weir.provider.aws.calls.AwsCalls;
import io.weir.provider.aws.calls.SdkConnections;
import java.time.Clock;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.autoscaling.model.UpdateAutoScalingGroupRequest;

/** Somebody else changes the size of a group in AWS. */
@OnStage
class SizedOutsideIT {

  private final Stage stage;

  SizedOutsideIT(Stage stage) {
    this.stage = stage;
  }

  /** Where the SDK of AWS looks; every test in this JVM has the same account. */
  @BeforeAll
  static void credentials() {
    System.setProperty("aws.accessKeyId", World.ACCOUNT.accessKey());
    System.setProperty("aws.secretAccessKey", World.ACCOUNT.secretKey());
  }

  @Test
  void aSizeThatAnAutoscalerManagesIsTakenOver() throws Exception {
    ObjectKey pool = stage.create("autoscaled", 1);
    stage.kubectl(
        "annotate",
        "machinepool",
        pool.name(),
        "cluster.x-k8s.io/replicas-managed-by=external-autoscaler");
    stage.awaitRunning(pool, 1);

    resize(pool, 3);

    stage.await(
        GroupKind.MACHINE_POOL,
        pool,
        object -> object.at("/spec/replicas").asInt() == 3,
        "takes the size of the group over");
    stage.awaitRunning(pool, 3);
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

  private AwsCalls aws() {
    var settings = Map.of("endpoint", stage.sandbox().aws().endpoint().toString());
    var context = new Context(settings, new Open(), Clock.systemUTC());
    return new SdkConnections(context)
        .to(new Scope("aws", "AWSClusterControllerIdentity/default", "us-east-1"));
  }

  /** Lets everything through. */
  private static final class Open implements CallGate {
    @Override
    public void enter(Scope scope, String api) {}

    @Override
    public void left(Scope scope, String api, Outcome outcome) {}
  }

  private void end(ObjectKey pool) throws Exception {
    stage.delete(pool);
    stage.awaitGone(GroupKind.MACHINE_POOL, pool);
    stage.assertNothingInAws(pool.name());
  }
}
