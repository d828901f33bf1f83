package io.weir.clouds.aws.eks;

import io.weir.clouds.aws.autoscaling.AutoScaling;
import io.weir.clouds.aws.ec2.Ec2;
import io.weir.clouds.aws.seed.AccountRegion;
import io.weir.clouds.aws.seed.Image;
import io.weir.clouds.aws.wire.AwsCall;
import io.weir.clouds.aws.wire.Handler;
import io.weir.clouds.aws.wire.Struct;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;

/** The Auto Scaling groups and launch templates that EKS makes for node groups. */
final class NodegroupGroups {
  private static final String DEFAULT_TYPE = "t3.medium";

  private final AccountRegion accountRegion;
  private final Ec2 ec2;
  private final AutoScaling autoScaling;

  NodegroupGroups(AccountRegion accountRegion, Ec2 ec2, AutoScaling autoScaling) {
    this.accountRegion = accountRegion;
    this.ec2 = ec2;
    this.autoScaling = autoScaling;
  }

  /** Makes both, and has the group launch. */
  void create(Nodegroup nodegroup, EksCluster cluster, Optional<Struct> template) {
    String group = nodegroup.group();
    ec2(
        "CreateLaunchTemplate",
        new Struct()
            .set("LaunchTemplateName", group)
            .set("LaunchTemplateData", data(nodegroup, cluster, template)));
    Struct scaling = nodegroup.shown.struct("scalingConfig").orElseThrow();
    scale(
        "CreateAutoScalingGroup",
        sizes(group, scaling)
            .set("VPCZoneIdentifier", String.join(",", nodegroup.shown.texts("subnets")))
            .set("LaunchTemplate", latest(group)));
  }

  void resize(Nodegroup nodegroup) {
    scale(
        "UpdateAutoScalingGroup",
        sizes(nodegroup.group(), nodegroup.shown.struct("scalingConfig").orElseThrow()));
  }

  /** Replaces all instances by such of a new version of the launch template. */
  void roll(Nodegroup nodegroup, EksCluster cluster, Optional<Struct> template) {
    String group = nodegroup.group();
    ec2(
        "CreateLaunchTemplateVersion",
        new Struct()
            .set("LaunchTemplateName", group)
            .set("LaunchTemplateData", data(nodegroup, cluster, template)));
    scale(
        "StartInstanceRefresh",
        new Struct()
            .set("AutoScalingGroupName", group)
            .set("Preferences", new Struct().set("MinHealthyPercentage", 50)));
  }

  /** How the last replacement stands; empty if there was none. */
  String rollStatus(Nodegroup nodegroup) {
    return scale(
            "DescribeInstanceRefreshes",
            new Struct().set("AutoScalingGroupName", nodegroup.group()))
        .structs("InstanceRefreshes")
        .stream()
        .findFirst()
        .flatMap(refresh -> refresh.findText("Status"))
        .orElse("");
  }

  /** How many instances are in service, and how many there are. */
  int[] instances(Nodegroup nodegroup) {
    List<Struct> members =
        described(nodegroup.group()).map(group -> group.structs("Instances")).orElse(List.of());
    int inService =
        (int)
            members.stream()
                .filter(member -> member.findText("LifecycleState").orElse("").equals("InService"))
                .count();
    return new int[] {inService, members.size()};
  }

  /** How many instances the group works towards, which others may have changed. */
  int desired(Nodegroup nodegroup) {
    return described(nodegroup.group()).flatMap(group -> group.number("DesiredCapacity")).orElse(0);
  }

  boolean exists(Nodegroup nodegroup) {
    return described(nodegroup.group()).isPresent();
  }

  private Optional<Struct> described(String group) {
    return scale(
            "DescribeAutoScalingGroups", new Struct().set("AutoScalingGroupNames", List.of(group)))
        .structs("AutoScalingGroups")
        .stream()
        .findFirst();
  }

  void delete(Nodegroup nodegroup) {
    if (exists(nodegroup)) {
      scale(
          "DeleteAutoScalingGroup",
          new Struct().set("AutoScalingGroupName", nodegroup.group()).set("ForceDelete", true));
    }
  }

  void deleteTemplate(Nodegroup nodegroup) {
    if (ec2.templates().withName(nodegroup.group()).isPresent()) {
      ec2("DeleteLaunchTemplate", new Struct().set("LaunchTemplateName", nodegroup.group()));
    }
  }

  private static Struct sizes(String group, Struct scaling) {
    return new Struct()
        .set("AutoScalingGroupName", group)
        .set("MinSize", scaling.number("minSize").orElse(0))
        .set("MaxSize", scaling.number("maxSize").orElse(1))
        .set("DesiredCapacity", scaling.number("desiredSize").orElse(0));
  }

  private static Struct latest(String group) {
    return new Struct().set("LaunchTemplateName", group).set("Version", "$Latest");
  }

  /** What the node group asks for, over what its own launch template says. */
  private Struct data(Nodegroup nodegroup, EksCluster cluster, Optional<Struct> template) {
    Struct given = template.orElseGet(Struct::new);
    Struct data = new Struct();
    given
        .members()
        .forEach(
            (name, value) -> {
              if (!name.equals("TagSpecifications")) {
                data.set(name, value);
              }
            });
    String type = nodegroup.shown.texts("instanceTypes").stream().findFirst().orElse(DEFAULT_TYPE);
    if (!data.has("InstanceType")) {
      data.set("InstanceType", type);
    }
    if (!data.has("ImageId")) {
      data.set("ImageId", image(nodegroup.version(), data.text("InstanceType")));
      String runs =
          config(nodegroup, cluster)
              .toUserData(given.findText("UserData").map(NodegroupGroups::text));
      data.set(
          "UserData", Base64.getEncoder().encodeToString(runs.getBytes(StandardCharsets.UTF_8)));
    }
    Struct tag = new Struct().set("Key", "eks:nodegroup-name").set("Value", nodegroup.name);
    return data.set(
        "TagSpecifications",
        List.of(new Struct().set("ResourceType", "instance").set("Tags", List.of(tag))));
  }

  private static String text(String base64) {
    return new String(Base64.getDecoder().decode(base64), StandardCharsets.UTF_8);
  }

  /** What makes nodes of instances of EKS's own images. */
  private static NodeConfig config(Nodegroup nodegroup, EksCluster cluster) {
    Map<String, String> labels = new TreeMap<>(nodegroup.labels);
    labels.put("eks.amazonaws.com/nodegroup", nodegroup.name);
    labels.put("eks.amazonaws.com/capacityType", nodegroup.shown.text("capacityType"));
    return new NodeConfig(
        cluster,
        labels,
        nodegroup.taints.values().stream().map(NodegroupGroups::notation).toList());
  }

  /** As kubelets write a taint. */
  private static String notation(Struct taint) {
    String effect =
        switch (taint.text("effect")) {
          case "NO_SCHEDULE" -> "NoSchedule";
          case "NO_EXECUTE" -> "NoExecute";
          default -> "PreferNoSchedule";
        };
    return taint.text("key") + "=" + taint.findText("value").orElse("") + ":" + effect;
  }

  private String image(String version, String type) {
    String architecture =
        accountRegion.findInstanceType(type).map(each -> each.architecture()).orElse("x86_64");
    return accountRegion.images().stream()
        .filter(image -> image.architecture().equals(architecture))
        .max(
            Comparator.comparing((Image image) -> image.name().contains("-" + version + "."))
                .thenComparing(Image::creationDate))
        .map(Image::id)
        .orElseThrow();
  }

  private void ec2(String action, Struct input) {
    var _ = perform(ec2.handlers(), action, input);
  }

  private Struct scale(String action, Struct input) {
    return perform(autoScaling.handlers(), action, input);
  }

  private static Struct perform(Map<String, Handler> handlers, String action, Struct input) {
    return Objects.requireNonNull(handlers.get(action), action).handle(new AwsCall(action, input));
  }
}
