package io.weir.engine.audit;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.GroupKind;
import io.weir.api.ObjectKey;
import io.weir.engine.audit.AuditEvent.CloudObjectDeleted;
import io.weir.engine.audit.AuditEvent.CloudWrite;
import io.weir.engine.audit.AuditEvent.ForeignObjectRefused;
import io.weir.engine.audit.AuditEvent.IdentityDenied;
import io.weir.engine.audit.AuditEvent.NodeDeleted;
import io.weir.engine.audit.AuditEvent.TokenMade;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class AuditLineTest {

  private static final AuditSubject POOL =
      new AuditSubject(
          new GroupKind("infrastructure.cluster.x-k8s.io", "AWSMachinePool"),
          new ObjectKey("team", "workers"),
          "0b6e9a0e",
          new ObjectKey("team", "prod"));

  private static final AuditScope SCOPE =
      new AuditScope("aws", "", "eu-west-1", "AWSClusterControllerIdentity/default");

  @Test
  void namesTheObjectItsClusterTheIdentityAndTheRequests() {
    var write =
        new CloudWrite(SCOPE, "delete Auto Scaling group workers", true, List.of("r-1", "r-2"));

    assertThat(AuditLine.of(new CloudObjectDeleted(POOL, write)))
        .isEqualTo(
            "event=CloudObjectDeleted kind=AWSMachinePool namespace=team name=workers uid=0b6e9a0e"
                + " cluster=team/prod cloud=aws region=eu-west-1"
                + " identity=AWSClusterControllerIdentity/default outcome=done requestIds=r-1,r-2"
                + " write=\"delete Auto Scaling group workers\"");
  }

  @Test
  void saysWhenItIsNotKnownWhetherAWriteTookEffect() {
    var write = new CloudWrite(SCOPE, "delete", false, List.of());

    assertThat(AuditLine.of(new CloudObjectDeleted(POOL, write)))
        .endsWith("outcome=unclear write=delete");
  }

  @Test
  void showsOfATokenThePublicPartAlone() {
    var made = new TokenMade(POOL, "abcdef", Instant.parse("2026-01-01T00:15:00Z"));

    assertThat(AuditLine.of(made)).endsWith("tokenId=abcdef expires=2026-01-01T00:15:00Z");
  }

  @Test
  void leavesOutWhatIsNotThere() {
    var node =
        new AuditSubject(
            new GroupKind("", "Node"), new ObjectKey("", "n"), "u", new ObjectKey("team", ""));

    assertThat(AuditLine.of(new NodeDeleted(node)))
        .isEqualTo("event=NodeDeleted kind=Node name=n uid=u");
  }

  @Test
  void nothingThatPeopleWroteEndsTheValueOrTheLine() {
    String forged = "x\" uid=1\nevent=TokenRevoked\r\u2028 \\";

    String line = AuditLine.of(new ForeignObjectRefused(POOL, forged));

    assertThat(line).endsWith("reason=\"x\\\" uid=1?event=TokenRevoked?? \\\\\"");
    assertThat(AuditLine.of(new IdentityDenied(POOL, SCOPE, "z".repeat(5_000))))
        .hasSizeLessThan(1_000);
  }
}
