package io.weir.clouds.aws.seed;

import java.util.Arrays;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A kind of image that EKS publishes, told by the name of an image and by the parameter that
 * recommends the newest.
 *
 * @see <a href="https://docs.aws.amazon.com/eks/latest/userguide/retrieve-ami-id.html">the
 *     parameters</a>
 */
public enum EksImage {
  /** Amazon Linux 2, for versions up to 1.32. */
  AMAZON_LINUX_2("amazon-eks-node", "amazon-linux-2", "x86_64"),
  /** The same for Arm. */
  AMAZON_LINUX_2_ARM("amazon-eks-arm64-node", "amazon-linux-2-arm64", "arm64"),
  /** The same with drivers of Nvidia. */
  AMAZON_LINUX_2_GPU("amazon-eks-gpu-node", "amazon-linux-2-gpu", "x86_64"),
  /** Amazon Linux 2023. */
  AMAZON_LINUX_2023(
      "amazon-eks-node-al2023-x86_64-standard", "amazon-linux-2023/x86_64/standard", "x86_64"),
  /** The same for Arm. */
  AMAZON_LINUX_2023_ARM(
      "amazon-eks-node-al2023-arm64-standard", "amazon-linux-2023/arm64/standard", "arm64"),
  /** The same with drivers of Nvidia. */
  AMAZON_LINUX_2023_GPU(
      "amazon-eks-node-al2023-x86_64-nvidia", "amazon-linux-2023/x86_64/nvidia", "x86_64");

  private static final String OWNER = "602401143452";
  private static final int LAST_OF_AMAZON_LINUX_2 = 32;
  private static final Pattern NAME = Pattern.compile("(.*)-(\\d+\\.\\d+)-v\\d+");

  private final String prefix;
  private final String path;
  private final String architecture;

  EksImage(String prefix, String path, String architecture) {
    this.prefix = prefix;
    this.path = path;
    this.architecture = architecture;
  }

  /** One image of each kind that EKS publishes for a minor version of Kubernetes 1. */
  public static Stream<Image> publishedFor(int minor) {
    return Arrays.stream(values())
        .filter(
            kind -> kind.path.startsWith("amazon-linux-2023") || minor <= LAST_OF_AMAZON_LINUX_2)
        .map(kind -> kind.image(minor));
  }

  private Image image(int minor) {
    String name = "%s-1.%d-v20260101".formatted(prefix, minor);
    return new Image(
        "ami-1%016x".formatted(Integer.toUnsignedLong(name.hashCode())),
        name,
        OWNER,
        architecture,
        "2026-01-01T00:00:00.000Z",
        "/dev/xvda",
        20);
  }

  /** The parameter that may recommend an image; empty if it is none of EKS. */
  public static Optional<String> parameterOf(Image image) {
    Matcher name = NAME.matcher(image.name());
    if (!image.owner().equals(OWNER) || !name.matches()) {
      return Optional.empty();
    }
    for (EksImage each : values()) {
      if (each.prefix.equals(name.group(1))) {
        return Optional.of(
            "/aws/service/eks/optimized-ami/%s/%s/recommended/image_id"
                .formatted(name.group(2), each.path));
      }
    }
    return Optional.empty();
  }
}
