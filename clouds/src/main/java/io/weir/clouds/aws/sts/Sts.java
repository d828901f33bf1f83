package io.weir.clouds.aws.sts;

import io.weir.clouds.aws.seed.AccountRegion;
import io.weir.clouds.aws.wire.AwsCall;
import io.weir.clouds.aws.wire.AwsErrorException;
import io.weir.clouds.aws.wire.Handler;
import io.weir.clouds.aws.wire.Struct;
import java.time.Duration;
import java.util.Map;

/**
 * Roles that the callers of one account assume.
 *
 * @param accountRegion whose callers, and where
 * @param keys of all accounts
 */
public record Sts(AccountRegion accountRegion, TemporaryKeys keys) {
  private static final int USUAL_SECONDS = 3600;

  /** What each operation does. */
  public Map<String, Handler> handlers() {
    return Map.of("AssumeRole", this::assumeRole);
  }

  private Struct assumeRole(AwsCall call) {
    Struct input = call.input();
    String arn = input.text("RoleArn");
    String session = input.text("RoleSessionName");
    TemporaryKeys.Issued issued =
        keys.assume(
                arn,
                input.findText("ExternalId").orElse(""),
                Duration.ofSeconds(input.number("DurationSeconds").orElse(USUAL_SECONDS)))
            .orElseThrow(() -> denied(arn));
    String role = arn.substring(arn.lastIndexOf('/') + 1);
    return new Struct()
        .set(
            "Credentials",
            new Struct()
                .set("AccessKeyId", issued.account().accessKey())
                .set("SecretAccessKey", issued.account().secretKey())
                .set("SessionToken", issued.token())
                .set("Expiration", issued.expiry()))
        .set(
            "AssumedRoleUser",
            new Struct()
                .set("AssumedRoleId", "AROASANDBOX0000000000:" + session)
                .set(
                    "Arn",
                    "arn:aws:sts::%s:assumed-role/%s/%s"
                        .formatted(issued.account().id(), role, session)));
  }

  private AwsErrorException denied(String arn) {
    return new AwsErrorException(
        403,
        "AccessDenied",
        "User: arn:aws:iam::%s:user/weir is not authorized to perform: sts:AssumeRole on resource: %s"
            .formatted(accountRegion.account().id(), arn));
  }
}
