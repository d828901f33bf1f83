package io.weir.clouds.aws.eks;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.clouds.aws.autoscaling.AutoScaling;
import io.weir.clouds.aws.ec2.Ec2;
import io.weir.clouds.aws.iam.Iam;
import io.weir.clouds.aws.seed.AccountRegion;
import io.weir.clouds.aws.seed.Region;
import io.weir.clouds.aws.seed.Subnet;
import io.weir.clouds.aws.wire.AwsCall;
import io.weir.clouds.aws.wire.AwsErrorException;
import io.weir.clouds.aws.wire.AwsPage;
import io.weir.clouds.aws.wire.Handler;
import io.weir.clouds.aws.wire.Struct;
import io.weir.clouds.aws.wire.StructJson;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** EKS in one account and region. */
public final class Eks {
  private static final int PAGE = 100;

  /** What EKS takes for services in a VPC that does not overlap with it. */
  private static final String SERVICES = "10.100.0.0/16";

  private final AccountRegion accountRegion;
  private final NodegroupGroups groups;
  private final NodegroupChecks checks;

  /** By name. */
  private final Map<String, EksCluster> clusters = new TreeMap<>();

  private final Map<String, Nodegroup> nodegroups = new TreeMap<>();
  private final List<String> failingCreations = new ArrayList<>();

  /** EKS without a cluster. */
  public Eks(AccountRegion accountRegion, Ec2 ec2, AutoScaling autoScaling, Iam iam) {
    this.accountRegion = accountRegion;
    groups = new NodegroupGroups(accountRegion, ec2, autoScaling);
    checks = new NodegroupChecks(accountRegion, ec2.templates(), iam);
  }

  /** What each operation does. */
  public Map<String, Handler> handlers() {
    Map<String, Handler> handlers = new HashMap<>();
    handlers.put("DescribeCluster", this::describeCluster);
    handlers.put("ListNodegroups", this::list);
    handlers.put("DescribeNodegroup", call -> new Struct().set("nodegroup", told(requested(call))));
    handlers.put("DescribeUpdate", this::describeUpdate);
    handlers.put("CreateNodegroup", this::create);
    handlers.put("UpdateNodegroupConfig", this::updateConfig);
    handlers.put("UpdateNodegroupVersion", this::updateVersion);
    handlers.put("DeleteNodegroup", this::delete);
    handlers.put("TagResource", this::tag);
    handlers.put("UntagResource", this::untag);
    return handlers;
  }

  /** Makes a cluster be there, or be so from now on. */
  public void putCluster(EksCluster cluster) {
    clusters.put(cluster.name(), cluster);
  }

  /** Has the next creation of a node group of this name fail. */
  public void failCreation(String nodegroup) {
    failingCreations.add(nodegroup);
  }

  /** Has a node group be unwell, or well again if there is no code. */
  public void degrade(String cluster, String nodegroup, String code, String message) {
    Nodegroup found = nodegroups.get(cluster + "/" + nodegroup);
    if (found != null) {
      found.issues.clear();
      if (!code.isEmpty()) {
        found.issues.add(issue(code, message));
      }
      found.setStatus(code.isEmpty() ? "ACTIVE" : "DEGRADED");
    }
  }

  /** The ARN of a node group; empty if there is none. */
  public String arnOf(String cluster, String nodegroup) {
    Nodegroup found = nodegroups.get(cluster + "/" + nodegroup);
    return found == null ? "" : found.shown.text("nodegroupArn");
  }

  /** The tags of the node group of an ARN; none if there is none. */
  public Map<String, String> tagsOf(String arn) {
    return nodegroups.values().stream()
        .filter(found -> found.shown.text("nodegroupArn").equals(arn))
        .findFirst()
        .map(found -> found.tags)
        .orElse(Map.of());
  }

  private static Struct issue(String code, String message) {
    return new Struct().set("code", code).set("message", message).set("resourceIds", List.of());
  }

  private Struct describeCluster(AwsCall call) {
    String name = call.input().text("name");
    EksCluster found = cluster(name);
    return new Struct()
        .set(
            "cluster",
            new Struct()
                .set("name", name)
                .set("version", found.version())
                .set("endpoint", found.endpoint())
                .set("certificateAuthority", new Struct().set("data", found.certificateAuthority()))
                .set("status", "ACTIVE")
                .set("resourcesVpcConfig", network(name))
                .set(
                    "kubernetesNetworkConfig",
                    new Struct().set("serviceIpv4Cidr", SERVICES).set("ipFamily", "ipv4"))
                .set(
                    "arn",
                    "arn:aws:eks:%s:%s:cluster/%s"
                        .formatted(
                            accountRegion.region().name(), accountRegion.account().id(), name)));
  }

  /** All subnets of the region, and the security group that EKS makes for a cluster. */
  private Struct network(String cluster) {
    Region region = accountRegion.region();
    return new Struct()
        .set("vpcId", region.vpc())
        .set("subnetIds", region.subnets().stream().map(Subnet::id).toList())
        .set(
            "clusterSecurityGroupId",
            "sg-0%016x".formatted(cluster.hashCode() * 0x9E3779B97F4A7C15L));
  }

  private EksCluster cluster(String name) {
    return Optional.ofNullable(clusters.get(name))
        .orElseThrow(() -> notFound("No cluster found for name: %s.".formatted(name)));
  }

  private String versionOf(String cluster) {
    return cluster(cluster).version();
  }

  private Struct list(AwsCall call) {
    String cluster = call.input().text("clusterName");
    var _ = versionOf(cluster);
    List<Nodegroup> there =
        nodegroups.values().stream().filter(found -> found.cluster.equals(cluster)).toList();
    var page =
        AwsPage.of(
            there,
            found -> found.name,
            call.input().number("maxResults").orElse(PAGE),
            new Struct().set("NextToken", call.input().findText("nextToken").orElse(null)));
    return new Struct()
        .set("nodegroups", page.items().stream().map(found -> found.name).toList())
        .set("nextToken", page.next());
  }

  private Struct describeUpdate(AwsCall call) {
    String id = call.input().text("updateId");
    return nodegroups.values().stream()
        .flatMap(found -> found.updates.stream())
        .filter(update -> update.text("id").equals(id))
        .findFirst()
        .map(update -> new Struct().set("update", update))
        .orElseThrow(() -> notFound("No update found for ID: %s".formatted(id)));
  }

  private Struct create(AwsCall call) {
    Struct input = call.input();
    String cluster = input.text("clusterName");
    String name = input.text("nodegroupName");
    String version = versionOf(cluster);
    if (nodegroups.containsKey(cluster + "/" + name)) {
      throw new AwsErrorException(
          409,
          "ResourceInUseException",
          "NodeGroup already exists with name %s and cluster name %s".formatted(name, cluster));
    }
    checks.ofCreation(input, version);
    Optional<Struct> template =
        input.struct("launchTemplate").map(used -> checks.version(used).data());
    Nodegroup made = new Nodegroup(cluster, name, shown(input, version));
    input.struct("tags").ifPresent(tags -> texts(tags).forEach(made.tags::put));
    input.struct("labels").ifPresent(labels -> texts(labels).forEach(made.labels::put));
    input.structs("taints").forEach(taint -> made.taints.put(nameOf(taint), taint));
    nodegroups.put(cluster + "/" + name, made);
    accountRegion.journal().recordCreation("Nodegroup", name);
    Struct answer = told(made);
    if (failingCreations.remove(name)) {
      accountRegion.runLater(accountRegion.timing().boot(), () -> failed(made));
    } else {
      groups.create(made, cluster(cluster), template);
      awaitInstances(made);
    }
    return new Struct().set("nodegroup", answer);
  }

  private static void failed(Nodegroup nodegroup) {
    nodegroup.issues.add(
        issue("NodeCreationFailure", "Instances failed to join the kubernetes cluster"));
    nodegroup.setStatus("CREATE_FAILED");
  }

  private Struct shown(Struct input, String version) {
    String name = input.text("nodegroupName");
    String id = accountRegion.ids().nextUuid();
    Struct scaling =
        input
            .struct("scalingConfig")
            .orElseGet(
                () -> new Struct().set("minSize", 1).set("maxSize", 2).set("desiredSize", 2));
    Struct shown =
        new Struct()
            .set("nodegroupName", name)
            .set("clusterName", input.text("clusterName"))
            .set(
                "nodegroupArn",
                "arn:aws:eks:%s:%s:nodegroup/%s/%s/%s"
                    .formatted(
                        accountRegion.region().name(),
                        accountRegion.account().id(),
                        input.text("clusterName"),
                        name,
                        id))
            .set("version", version)
            .set("createdAt", accountRegion.now())
            .set("status", "CREATING")
            .set("capacityType", input.findText("capacityType").orElse("ON_DEMAND"))
            .set("scalingConfig", scaling)
            .set("subnets", input.texts("subnets"))
            .set("nodeRole", input.text("nodeRole"))
            .set("amiType", input.findText("amiType").orElse("CUSTOM"))
            .set("releaseVersion", input.findText("releaseVersion").orElse(version + ".1-20260101"))
            .set("updateConfig", input.get("updateConfig"))
            .set("nodeRepairConfig", input.get("nodeRepairConfig"))
            .set("remoteAccess", input.get("remoteAccess"))
            .set(
                "resources",
                new Struct()
                    .set(
                        "autoScalingGroups",
                        List.of(new Struct().set("name", "eks-%s-%s".formatted(name, id)))));
    input.struct("launchTemplate").ifPresent(used -> shown.set("launchTemplate", reference(used)));
    if (!input.has("launchTemplate")) {
      shown.set("diskSize", input.number("diskSize").orElse(20));
      List<String> types = input.texts("instanceTypes");
      shown.set("instanceTypes", types.isEmpty() ? List.of("t3.medium") : types);
    }
    return shown;
  }

  private Struct reference(Struct used) {
    var template = checks.template(used);
    return new Struct()
        .set("id", template.id())
        .set("name", template.name())
        .set("version", Long.toString(checks.version(used).number()));
  }

  /** A node group is there once its instances are. */
  private void awaitInstances(Nodegroup nodegroup) {
    accountRegion.runLater(
        accountRegion.timing().boot(),
        () -> {
          int wanted =
              nodegroup.shown.struct("scalingConfig").orElseThrow().number("desiredSize").orElse(0);
          if (!nodegroup.status().equals("CREATING")) {
            return;
          }
          if (groups.instances(nodegroup)[0] >= wanted) {
            nodegroup.setStatus("ACTIVE");
          } else {
            awaitInstances(nodegroup);
          }
        });
  }

  private Struct updateConfig(AwsCall call) {
    Nodegroup nodegroup = changeable(call);
    Struct input = call.input();
    Struct before = nodegroup.shown.struct("scalingConfig").orElseThrow();
    Struct scaling = input.struct("scalingConfig").map(before::mergedWith).orElse(before);
    NodegroupChecks.ofSizes(scaling);
    Struct update = begin(nodegroup, "ConfigUpdate");
    accountRegion.runLater(
        accountRegion.timing().refreshStep(),
        () -> {
          nodegroup.shown.set("scalingConfig", scaling);
          for (String field : List.of("updateConfig", "nodeRepairConfig")) {
            nodegroup.shown.set(field, input.get(field));
          }
          input.struct("labels").ifPresent(labels -> change(nodegroup, labels));
          input.struct("taints").ifPresent(taints -> changeTaints(nodegroup, taints));
          if (input.has("scalingConfig")) {
            groups.resize(nodegroup);
          }
          end(nodegroup, update, "Successful");
        });
    return new Struct().set("update", update);
  }

  private static void change(Nodegroup nodegroup, Struct labels) {
    labels.texts("removeLabels").forEach(nodegroup.labels::remove);
    labels
        .struct("addOrUpdateLabels")
        .ifPresent(added -> texts(added).forEach(nodegroup.labels::put));
  }

  private static void changeTaints(Nodegroup nodegroup, Struct taints) {
    taints.structs("removeTaints").forEach(taint -> nodegroup.taints.remove(nameOf(taint)));
    taints
        .structs("addOrUpdateTaints")
        .forEach(taint -> nodegroup.taints.put(nameOf(taint), taint));
  }

  private Struct updateVersion(AwsCall call) {
    Nodegroup nodegroup = changeable(call);
    Struct input = call.input();
    String ofCluster = versionOf(nodegroup.cluster);
    String version = input.findText("version").orElse(ofCluster);
    int ahead = NodegroupChecks.minor(version) - NodegroupChecks.minor(nodegroup.version());
    if (NodegroupChecks.minor(version) > NodegroupChecks.minor(ofCluster)
        || ahead < 0
        || ahead > 1) {
      throw NodegroupChecks.invalid(
          "Requested Nodegroup version %s is not allowed: cluster is %s, node group is %s"
              .formatted(version, ofCluster, nodegroup.version()));
    }
    Optional<Struct> used = input.struct("launchTemplate").map(this::reference);
    Optional<Struct> had = nodegroup.shown.struct("launchTemplate");
    boolean another =
        used.isPresent() && had.filter(it -> it.text("id").equals(used.get().text("id"))).isEmpty();
    if (another) {
      throw NodegroupChecks.request(
          "You can only update the version of the launch template that the node group was created"
              + " with.");
    }
    Optional<Struct> template = used.or(() -> had).map(it -> checks.version(it).data());
    boolean ownImage = template.filter(data -> data.has("ImageId")).isPresent();
    if (ownImage && (input.has("version") || input.has("releaseVersion"))) {
      throw NodegroupChecks.request(
          "Version or release version cannot be given with a custom image in the launch template.");
    }
    if (!ownImage) {
      NodegroupChecks.ofImage(nodegroup.shown.text("amiType"), version);
      nodegroup.shown.set("version", version);
      nodegroup.shown.set(
          "releaseVersion", input.findText("releaseVersion").orElse(version + ".1-20260101"));
    }
    used.ifPresent(reference -> nodegroup.shown.set("launchTemplate", reference));
    Struct update = begin(nodegroup, "VersionUpdate");
    groups.roll(nodegroup, cluster(nodegroup.cluster), template);
    awaitRoll(nodegroup, update);
    return new Struct().set("update", update);
  }

  private void awaitRoll(Nodegroup nodegroup, Struct update) {
    accountRegion.runLater(
        accountRegion.timing().refreshStep(),
        () -> {
          switch (groups.rollStatus(nodegroup)) {
            case "Pending", "InProgress", "Baking" -> awaitRoll(nodegroup, update);
            default -> end(nodegroup, update, "Successful");
          }
        });
  }

  private Struct begin(Nodegroup nodegroup, String type) {
    Struct update =
        new Struct()
            .set("id", accountRegion.ids().nextUuid())
            .set("status", "InProgress")
            .set("type", type)
            .set("createdAt", accountRegion.now())
            .set("errors", List.of());
    nodegroup.updates.add(update);
    nodegroup.setStatus("UPDATING");
    return update;
  }

  private static void end(Nodegroup nodegroup, Struct update, String status) {
    update.set("status", status);
    if (nodegroup.status().equals("UPDATING")) {
      nodegroup.setStatus(nodegroup.issues.isEmpty() ? "ACTIVE" : "DEGRADED");
    }
  }

  private Struct delete(AwsCall call) {
    Nodegroup nodegroup = requested(call);
    if (nodegroup.status().equals("UPDATING")) {
      throw inUse(nodegroup);
    }
    nodegroup.setStatus("DELETING");
    groups.delete(nodegroup);
    awaitEnd(nodegroup);
    return new Struct().set("nodegroup", told(nodegroup));
  }

  private void awaitEnd(Nodegroup nodegroup) {
    accountRegion.runLater(
        accountRegion.timing().shutdown(),
        () -> {
          if (groups.exists(nodegroup)) {
            awaitEnd(nodegroup);
          } else {
            groups.deleteTemplate(nodegroup);
            nodegroups.remove(nodegroup.cluster + "/" + nodegroup.name);
          }
        });
  }

  private Struct tag(AwsCall call) {
    Nodegroup tagged = ofArn(call);
    call.input().struct("tags").ifPresent(tags -> texts(tags).forEach(tagged.tags::put));
    return new Struct();
  }

  private Struct untag(AwsCall call) {
    Nodegroup tagged = ofArn(call);
    call.input().texts("tagKeys").forEach(tagged.tags::remove);
    return new Struct();
  }

  private Nodegroup ofArn(AwsCall call) {
    String arn = call.input().text("resourceArn");
    return nodegroups.values().stream()
        .filter(found -> found.shown.text("nodegroupArn").equals(arn))
        .findFirst()
        .orElseThrow(
            () -> new AwsErrorException(404, "NotFoundException", "Resource not found: " + arn));
  }

  private Nodegroup requested(AwsCall call) {
    String cluster = call.input().text("clusterName");
    String name = call.input().text("nodegroupName");
    var _ = versionOf(cluster);
    return Optional.ofNullable(nodegroups.get(cluster + "/" + name))
        .orElseThrow(() -> notFound("No node group found for name: %s.".formatted(name)));
  }

  private Nodegroup changeable(AwsCall call) {
    Nodegroup found = requested(call);
    if (!found.status().equals("ACTIVE") && !found.status().equals("DEGRADED")) {
      throw inUse(found);
    }
    return found;
  }

  private static AwsErrorException inUse(Nodegroup nodegroup) {
    return new AwsErrorException(
        409,
        "ResourceInUseException",
        "Nodegroup cannot be updated as it is currently not in Active State: " + nodegroup.name);
  }

  private static AwsErrorException notFound(String message) {
    return new AwsErrorException(404, "ResourceNotFoundException", message);
  }

  /** With the size that the Auto Scaling group works towards, which autoscalers change. */
  private Struct told(Nodegroup nodegroup) {
    Struct told = nodegroup.toStruct();
    boolean settled = nodegroup.status().equals("ACTIVE") || nodegroup.status().equals("DEGRADED");
    if (settled && groups.exists(nodegroup)) {
      Struct scaling = nodegroup.shown.struct("scalingConfig").orElseThrow();
      told.set(
          "scalingConfig",
          scaling.mergedWith(new Struct().set("desiredSize", groups.desired(nodegroup))));
    }
    return told;
  }

  private static String nameOf(Struct taint) {
    return taint.text("key") + ":" + taint.text("effect");
  }

  private static Map<String, String> texts(Struct map) {
    Map<String, String> texts = new TreeMap<>();
    map.members().forEach((key, value) -> texts.put(key, value.toString()));
    return texts;
  }

  /** What exists, without ids and times. */
  public Map<String, Object> comparableState() {
    Map<String, Object> state = new TreeMap<>();
    nodegroups.forEach(
        (key, found) ->
            state.put(
                key,
                Map.of(
                    "status", found.status(),
                    "version", found.version(),
                    "labels", found.labels,
                    "taints", found.taints.keySet(),
                    "tags", found.tags)));
    return state;
  }

  /** What exists, to go on from another time. */
  public ObjectNode save() {
    ObjectNode saved = JsonNodeFactory.instance.objectNode();
    clusters.values().forEach(saved.putArray("clusters")::addPOJO);
    ArrayNode all = saved.putArray("nodegroups");
    nodegroups.values().forEach(found -> all.add(StructJson.toJson(found.toStruct())));
    return saved;
  }

  /** Takes in what existed at another time; updates that ran are over. */
  public void load(JsonNode saved) {
    for (JsonNode each : saved.path("clusters")) {
      putCluster(
          new EksCluster(
              each.path("name").asText(),
              each.path("version").asText(),
              each.path("endpoint").asText(),
              each.path("certificateAuthority").asText()));
    }
    for (JsonNode each : saved.path("nodegroups")) {
      Struct shown = StructJson.fromJson(each);
      var found = new Nodegroup(shown.text("clusterName"), shown.text("nodegroupName"), shown);
      shown.struct("tags").ifPresent(tags -> texts(tags).forEach(found.tags::put));
      shown.struct("labels").ifPresent(labels -> texts(labels).forEach(found.labels::put));
      shown.structs("taints").forEach(taint -> found.taints.put(nameOf(taint), taint));
      shown.struct("health").ifPresent(health -> found.issues.addAll(health.structs("issues")));
      nodegroups.put(found.cluster + "/" + found.name, found);
    }
  }

  /** Lets node groups go on that were changing. */
  public void resume() {
    for (Nodegroup nodegroup : List.copyOf(nodegroups.values())) {
      switch (nodegroup.status()) {
        case "CREATING" -> awaitInstances(nodegroup);
        case "UPDATING" -> nodegroup.setStatus("ACTIVE");
        case "DELETING" -> awaitEnd(nodegroup);
        default -> {}
      }
    }
  }
}
