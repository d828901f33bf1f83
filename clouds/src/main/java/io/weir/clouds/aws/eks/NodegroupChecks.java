package io.weir.clouds.aws.eks;

import io.weir.clouds.aws.ec2.LaunchTemplate;
import io.weir.clouds.aws.ec2.TemplateStore;
import io.weir.clouds.aws.ec2.TemplateVersion;
import io.weir.clouds.aws.iam.Iam;
import io.weir.clouds.aws.seed.AccountRegion;
import io.weir.clouds.aws.wire.AwsErrorException;
import io.weir.clouds.aws.wire.Struct;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Optional;

/** What EKS refuses before it begins. */
final class NodegroupChecks {
  private static final int FIRST_WITHOUT_AL2 = 33;

  private final AccountRegion accountRegion;
  private final TemplateStore templates;
  private final Iam iam;

  NodegroupChecks(AccountRegion accountRegion, TemplateStore templates, Iam iam) {
    this.accountRegion = accountRegion;
    this.templates = templates;
    this.iam = iam;
  }

  void ofCreation(Struct input, String version) {
    for (String subnet : input.texts("subnets")) {
      if (accountRegion.findSubnet(subnet).isEmpty()) {
        throw invalid("The subnet ID '%s' does not exist".formatted(subnet));
      }
    }
    String role = input.text("nodeRole");
    if (!iam.hasRole(role)) {
      throw invalid(
          "Following required service principals [ec2.amazonaws.com] were not found in the trust"
              + " relationships of nodeRole "
              + role);
    }
    Optional<Struct> scaling = input.struct("scalingConfig");
    if (scaling.filter(sizes -> sizes.members().size() < 3).isPresent()) {
      throw invalid("Min, max and desired size must be given together");
    }
    scaling.ifPresent(NodegroupChecks::ofSizes);
    ofImage(input, version);
    Optional<Struct> template = input.struct("launchTemplate").map(used -> version(used).data());
    template.ifPresent(data -> ofTemplate(input, data));
  }

  static void ofSizes(Struct scaling) {
    int min = scaling.number("minSize").orElse(0);
    int max = scaling.number("maxSize").orElse(1);
    int desired = scaling.number("desiredSize").orElse(min);
    if (min > max) {
      throw invalid(
          "Minimum capacity %d can't be greater than maximum size %d".formatted(min, max));
    }
    if (desired > max) {
      throw invalid(
          "desired capacity %d can't be greater than max size %d".formatted(desired, max));
    }
    if (desired < min) {
      throw invalid(
          "Minimum capacity %d can't be greater than desired size %d".formatted(min, desired));
    }
  }

  private static void ofImage(Struct input, String version) {
    String type = input.findText("amiType").orElse("");
    ofImage(type, version);
    input
        .findText("releaseVersion")
        .filter(release -> !release.startsWith(version) && !type.startsWith("BOTTLEROCKET"))
        .ifPresent(
            release -> {
              throw invalid(
                  "Requested release version %s is not valid for kubernetes version %s."
                      .formatted(release, version));
            });
  }

  /** Whether there is an image of a type for a version. */
  static void ofImage(String type, String version) {
    if (type.startsWith("AL2_") && minor(version) >= FIRST_WITHOUT_AL2) {
      throw invalid(
          "AMI Type %s is only supported for kubernetes versions 1.32 or earlier".formatted(type));
    }
  }

  private static void ofTemplate(Struct input, Struct data) {
    for (String field : List.of("instanceTypes", "diskSize", "remoteAccess")) {
      if (field.equals("instanceTypes")
          ? data.has("InstanceType") && input.has(field)
          : input.has(field)) {
        throw request(
            "%s cannot be specified in both launch template and API request".formatted(field));
      }
    }
    if (data.has("ImageId") && input.has("amiType")) {
      throw request(
          "You cannot specify an image id within the launch template, since your nodegroup is"
              + " configured to use an EKS optimized image.");
    }
    if (data.has("IamInstanceProfile") || data.has("InstanceMarketOptions")) {
      throw request("The launch template has fields that a managed node group does not take.");
    }
    boolean plain =
        !data.has("ImageId") && data.findText("UserData").filter(text -> !isMime(text)).isPresent();
    if (plain) {
      throw request("User data was not in the MIME multipart format.");
    }
  }

  private static boolean isMime(String base64) {
    return new String(Base64.getDecoder().decode(base64), StandardCharsets.UTF_8)
        .contains("MIME-Version:");
  }

  /** The version of a launch template that a node group uses. */
  TemplateVersion version(Struct used) {
    LaunchTemplate template = template(used);
    return template
        .findVersion(used.findText("version").orElse("$Default"))
        .orElseThrow(
            () ->
                request(
                    "Launch template version %s does not exist"
                        .formatted(used.findText("version").orElse(""))));
  }

  /** The launch template that a node group uses. */
  LaunchTemplate template(Struct used) {
    return used.findText("id")
        .flatMap(templates::withId)
        .or(() -> used.findText("name").flatMap(templates::withName))
        .orElseThrow(() -> request("Launch template could not be found"));
  }

  static int minor(String version) {
    String[] parts = version.replace("v", "").split("\\.", -1);
    return parts.length < 2 ? 0 : Integer.parseInt(parts[1]);
  }

  static AwsErrorException invalid(String message) {
    return AwsErrorException.of("InvalidParameterException", message);
  }

  static AwsErrorException request(String message) {
    return AwsErrorException.of("InvalidRequestException", message);
  }
}
