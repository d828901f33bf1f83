package io.weir.clouds.aws.ssm;

import io.weir.clouds.aws.seed.AccountRegion;
import io.weir.clouds.aws.seed.EksImage;
import io.weir.clouds.aws.seed.Image;
import io.weir.clouds.aws.wire.AwsCall;
import io.weir.clouds.aws.wire.AwsErrorException;
import io.weir.clouds.aws.wire.Handler;
import io.weir.clouds.aws.wire.Struct;
import java.util.Comparator;
import java.util.Map;

/**
 * The public parameters that tell the newest of EKS's images, which are those of the region that
 * are named as EKS names its own.
 *
 * @param accountRegion where
 */
public record Ssm(AccountRegion accountRegion) {

  /** What each operation does. */
  public Map<String, Handler> handlers() {
    return Map.of("GetParameter", this::getParameter);
  }

  private Struct getParameter(AwsCall call) {
    String name = call.input().text("Name");
    Image newest =
        accountRegion.images().stream()
            .filter(image -> EksImage.parameterOf(image).filter(name::equals).isPresent())
            .max(Comparator.comparing(Image::creationDate))
            .orElseThrow(() -> AwsErrorException.of("ParameterNotFound", ""));
    return new Struct()
        .set(
            "Parameter",
            new Struct()
                .set("Name", name)
                .set("Type", "String")
                .set("Value", newest.id())
                .set("Version", 1)
                .set(
                    "ARN",
                    "arn:aws:ssm:%s::parameter%s".formatted(accountRegion.region().name(), name))
                .set("DataType", "text"));
  }
}
