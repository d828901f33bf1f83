package io.weir.provider.aws.image;

import io.weir.provider.KubernetesVersion;
import org.jspecify.annotations.Nullable;

/**
 * The parameter of AWS Systems Manager in which EKS tells the image that it recommends (<a
 * href="https://docs.aws.amazon.com/eks/latest/userguide/retrieve-ami-id.html">EKS</a>).
 *
 * @param name the parameter's
 * @param kubernetes version that the image is of, such as {@code 1.35}
 * @param family of images, as {@code eksLookupType} has it
 */
record EksImageParameter(String name, String kubernetes, String family) {
  private static final String AMAZON_LINUX_2 = "AmazonLinux";
  private static final String AMAZON_LINUX_2023 = "AmazonLinux2023";

  /** EKS publishes Amazon Linux 2 for minor versions up to this one. */
  private static final int LAST_OF_AMAZON_LINUX_2 = 32;

  /**
   * The one for a pool.
   *
   * @param version of Kubernetes
   * @param lookupType what the pool asks for; null means Amazon Linux 2, as with Cluster API's
   *     provider, and Amazon Linux 2023 for versions that have no Amazon Linux 2
   * @param architecture {@code x86_64} or {@code arm64}
   */
  static EksImageParameter of(
      KubernetesVersion version, @Nullable String lookupType, String architecture) {
    String family =
        lookupType == null || lookupType.isEmpty()
            ? version.minor() > LAST_OF_AMAZON_LINUX_2 ? AMAZON_LINUX_2023 : AMAZON_LINUX_2
            : lookupType;
    String image =
        switch (family) {
          case AMAZON_LINUX_2 ->
              architecture.equals("arm64") ? "amazon-linux-2-arm64" : "amazon-linux-2";
          case AMAZON_LINUX_2023 -> "amazon-linux-2023/" + architecture + "/standard";
          case "AmazonLinuxGPU" -> "amazon-linux-2-gpu";
          case "AmazonLinux2023GPU" -> "amazon-linux-2023/x86_64/nvidia";
          default -> throw new IllegalArgumentException("the schema has no " + family);
        };
    String kubernetes = version.major() + "." + version.minor();
    return new EksImageParameter(
        "/aws/service/eks/optimized-ami/%s/%s/recommended/image_id".formatted(kubernetes, image),
        kubernetes,
        family);
  }

  /** What to tell people where there is no such parameter. */
  String missing() {
    return ("EKS publishes no image of %s for Kubernetes %s in this region (parameter %s); ask for"
            + " another version in MachinePool spec.template.spec.version, or set"
            + " spec.awsLaunchTemplate.ami.eksLookupType or ami.id")
        .formatted(family, kubernetes, name);
  }
}
