package io.weir.clouds.aws;

import io.weir.clouds.aws.ec2.LaunchTemplate;
import io.weir.clouds.aws.ec2.TemplateVersion;
import io.weir.clouds.aws.iam.AccessRequest;
import io.weir.clouds.aws.seed.Account;
import io.weir.clouds.aws.wire.AwsCall;
import io.weir.clouds.aws.wire.Struct;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * What a call needs to be allowed: its own action on each resource that it names, and what AWS asks
 * for beside it.
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/autoscaling/ec2/userguide/ec2-auto-scaling-launch-template-permissions.html">what
 *     Auto Scaling asks of those who use a launch template</a>
 */
record RequiredAccess(RegionalServices services, Account account, String region) {

  /** Of a call of a service. */
  List<AccessRequest> of(String service, String action, Struct input) {
    String named = service + ":" + action;
    if (service.equals("ssm")) {
      String arn = "arn:aws:ssm:%s::parameter%s".formatted(region, input.text("Name"));
      return List.of(AccessRequest.of(named, arn));
    }
    if (AwsCall.isRead(action)) {
      return List.of(AccessRequest.of(named, "*"));
    }
    return switch (service) {
      case "ec2" -> ofEc2(named, action, input);
      case "iam" -> List.of(ofRole(named, input));
      case "eks" -> ofEks(named, action, input);
      default -> ofAutoScaling(named, action, input);
    };
  }

  private AccessRequest ofRole(String named, Struct input) {
    String name = input.text("RoleName");
    return AccessRequest.of(named, "arn:aws:iam::%s:role/%s".formatted(account.id(), name))
        .onTagged(services.iam().tagsOf(name))
        .setting(tags(input.structs("Tags")));
  }

  /** A node group hands its role on, which EKS asks for beside it. */
  private List<AccessRequest> ofEks(String named, String action, Struct input) {
    var set = new HashMap<String, String>();
    input
        .struct("tags")
        .ifPresent(tags -> tags.members().forEach((key, value) -> set.put(key, value.toString())));
    if (action.equals("CreateNodegroup")) {
      String cluster =
          "arn:aws:eks:%s:%s:cluster/%s".formatted(region, account.id(), input.text("clusterName"));
      return List.of(
          AccessRequest.of(named, cluster).setting(set),
          AccessRequest.of("iam:PassRole", input.text("nodeRole"))
              .with("iam:PassedToService", "eks.amazonaws.com"));
    }
    String arn =
        input
            .findText("resourceArn")
            .orElseGet(
                () -> services.eks().arnOf(input.text("clusterName"), input.text("nodegroupName")));
    return List.of(AccessRequest.of(named, arn).onTagged(services.eks().tagsOf(arn)).setting(set));
  }

  private List<AccessRequest> ofEc2(String named, String action, Struct input) {
    return switch (action) {
      case "CreateLaunchTemplate" -> {
        Map<String, String> tags = new TreeMap<>();
        input.structs("TagSpecifications").forEach(each -> tags.putAll(tags(each.structs("Tags"))));
        var request = AccessRequest.of(named, template("*")).setting(tags);
        yield tags.isEmpty()
            ? List.of(request)
            : List.of(
                request,
                AccessRequest.of("ec2:CreateTags", template("*"))
                    .setting(tags)
                    .with("ec2:CreateAction", action));
      }
      case "RunInstances" ->
          input
              .struct("LaunchTemplate")
              .flatMap(this::requestedTemplate)
              .map(this::toLaunchFrom)
              .orElseGet(() -> List.of(AccessRequest.of(named, "*")));
      case "CreateTags", "DeleteTags" ->
          input.texts("Resources").stream()
              .map(id -> onTemplate(named, id).setting(tags(input.structs("Tags"))))
              .toList();
      default ->
          List.of(
              onTemplate(
                  named,
                  requestedTemplate(input)
                      .map(LaunchTemplate::id)
                      .orElse(input.findText("LaunchTemplateId").orElse("*"))));
    };
  }

  private List<AccessRequest> ofAutoScaling(String named, String action, Struct input) {
    Map<String, String> set = tags(input.structs("Tags"));
    if (action.equals("CreateOrUpdateTags") || action.equals("DeleteTags")) {
      var groups = new TreeSet<String>();
      input.structs("Tags").forEach(tag -> groups.add(tag.findText("ResourceId").orElse("")));
      return groups.stream().map(group -> onGroup(named, group).setting(set)).toList();
    }
    if (action.equals("TerminateInstanceInAutoScalingGroup")) {
      // Named by the instance alone; what is in no group is refused as that.
      return input
          .findText("InstanceId")
          .flatMap(services.autoScaling()::groupOf)
          .map(group -> List.of(onGroup(named, group)))
          .orElse(List.of());
    }
    String group = input.findText("AutoScalingGroupName").orElse("*");
    var requests = new ArrayList<AccessRequest>();
    requests.add(onGroup(named, group).setting(set));
    if (action.equals("CreateAutoScalingGroup") || action.equals("UpdateAutoScalingGroup")) {
      usedTemplate(input).ifPresent(template -> requests.addAll(toLaunchFrom(template)));
    }
    return requests;
  }

  private List<AccessRequest> toLaunchFrom(LaunchTemplate template) {
    String arn = template(template.id());
    var requests = new ArrayList<AccessRequest>();
    requests.add(
        AccessRequest.of("ec2:RunInstances", arn)
            .onTagged(template.tags())
            .with("ec2:LaunchTemplate", arn));
    for (String kind : List.of("instance", "subnet", "security-group", "volume")) {
      requests.add(
          AccessRequest.of("ec2:RunInstances", ec2(kind + "/*")).with("ec2:LaunchTemplate", arn));
    }
    Struct data = template.findVersion("$Latest").map(TemplateVersion::data).orElseGet(Struct::new);
    for (Struct tagged : data.structs("TagSpecifications")) {
      requests.add(
          AccessRequest.of("ec2:CreateTags", ec2(tagged.findText("ResourceType").orElse("") + "/*"))
              .setting(tags(tagged.structs("Tags")))
              .with("ec2:CreateAction", "RunInstances"));
    }
    // A profile has a role, as often as not of its own name.
    data.struct("IamInstanceProfile")
        .flatMap(profile -> profile.findText("Name"))
        .ifPresent(
            role ->
                requests.add(
                    AccessRequest.of(
                            "iam:PassRole", "arn:aws:iam::%s:role/%s".formatted(account.id(), role))
                        .with("iam:PassedToService", "ec2.amazonaws.com")));
    return requests;
  }

  private Optional<LaunchTemplate> usedTemplate(Struct input) {
    return input
        .struct("LaunchTemplate")
        .or(
            () ->
                input
                    .struct("MixedInstancesPolicy")
                    .flatMap(policy -> policy.struct("LaunchTemplate"))
                    .flatMap(part -> part.struct("LaunchTemplateSpecification")))
        .flatMap(this::requestedTemplate);
  }

  private Optional<LaunchTemplate> requestedTemplate(Struct input) {
    var templates = services.ec2().templates();
    return input
        .findText("LaunchTemplateId")
        .flatMap(templates::withId)
        .or(() -> input.findText("LaunchTemplateName").flatMap(templates::withName));
  }

  private AccessRequest onTemplate(String action, String id) {
    return AccessRequest.of(action, template(id))
        .onTagged(services.ec2().templates().withId(id).map(LaunchTemplate::tags).orElse(Map.of()));
  }

  private AccessRequest onGroup(String action, String name) {
    String arn =
        "arn:aws:autoscaling:%s:%s:autoScalingGroup:*:autoScalingGroupName/%s"
            .formatted(region, account.id(), name);
    return AccessRequest.of(action, arn).onTagged(services.autoScaling().tagsOf(name));
  }

  private String template(String id) {
    return ec2("launch-template/" + id);
  }

  private String ec2(String resource) {
    return "arn:aws:ec2:%s:%s:%s".formatted(region, account.id(), resource);
  }

  private static Map<String, String> tags(List<Struct> tags) {
    var read = new HashMap<String, String>();
    tags.forEach(tag -> read.put(tag.findText("Key").orElse(""), tag.findText("Value").orElse("")));
    return read;
  }
}
