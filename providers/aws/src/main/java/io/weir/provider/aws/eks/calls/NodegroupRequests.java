package io.weir.provider.aws.eks.calls;

import io.weir.api.Digest;
import io.weir.provider.aws.eks.DesiredNodegroup;
import io.weir.provider.aws.eks.NodegroupSettings;
import io.weir.provider.aws.eks.NodegroupSize.Scaling;
import io.weir.provider.aws.eks.NodegroupStep;
import io.weir.provider.aws.template.ObservedTemplate;
import io.weir.provider.shared.EntryChanges;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import software.amazon.awssdk.services.eks.model.CreateNodegroupRequest;
import software.amazon.awssdk.services.eks.model.NodegroupScalingConfig;
import software.amazon.awssdk.services.eks.model.NodegroupUpdateConfig;
import software.amazon.awssdk.services.eks.model.Taint;
import software.amazon.awssdk.services.eks.model.UpdateLabelsPayload;
import software.amazon.awssdk.services.eks.model.UpdateNodegroupConfigRequest;
import software.amazon.awssdk.services.eks.model.UpdateNodegroupVersionRequest;
import software.amazon.awssdk.services.eks.model.UpdateTaintsPayload;

/** Node groups in the SDK's words. */
final class NodegroupRequests {

  private NodegroupRequests() {}

  static CreateNodegroupRequest create(
      DesiredNodegroup want,
      String roleArn,
      Optional<ObservedTemplate> template,
      String idempotencyKey) {
    NodegroupSettings settings = want.settings();
    DesiredNodegroup.Fixed fixed = want.fixed();
    var request =
        CreateNodegroupRequest.builder()
            .clusterName(want.cluster())
            .nodegroupName(want.name())
            .nodeRole(roleArn)
            .subnets(fixed.subnets())
            .amiType(fixed.amiType())
            .capacityType(fixed.capacityType())
            .diskSize(fixed.diskSize())
            .instanceTypes(fixed.instanceType() == null ? null : List.of(fixed.instanceType()))
            .releaseVersion(want.releaseVersion())
            .scalingConfig(scaling(want.size().atCreation()))
            .labels(settings.labels().isEmpty() ? null : settings.labels())
            .taints(settings.taints().isEmpty() ? null : taints(settings.taints()))
            .tags(want.tags().all())
            .updateConfig(updates(settings).orElse(null))
            .clientRequestToken(Digest.sha256(idempotencyKey + "\n" + want + "\n" + roleArn));
    if (settings.repair()) {
      request.nodeRepairConfig(config -> config.enabled(true));
    }
    var access = fixed.remoteAccess();
    if (access != null) {
      request.remoteAccess(
          config ->
              config
                  .ec2SshKey(access.keyName())
                  .sourceSecurityGroups(
                      access.securityGroups().isEmpty() ? null : access.securityGroups()));
    }
    template.ifPresent(
        used ->
            request.launchTemplate(
                reference -> reference.id(used.id()).version(Long.toString(used.latestVersion()))));
    return request.build();
  }

  static UpdateNodegroupConfigRequest update(
      String cluster, NodegroupStep.UpdateConfig step, String idempotencyKey) {
    var request =
        UpdateNodegroupConfigRequest.builder()
            .clusterName(cluster)
            .nodegroupName(step.name())
            .clientRequestToken(Digest.sha256(idempotencyKey + "\n" + step));
    if (!step.labels().isEmpty()) {
      request.labels(labels(step.labels()));
    }
    if (!step.taints().isEmpty()) {
      request.taints(taints(step.taints()));
    }
    step.scaling().ifPresent(scaling -> request.scalingConfig(scaling(scaling)));
    if (step.updates()) {
      updates(step.want()).ifPresent(request::updateConfig);
    }
    step.repair().ifPresent(repair -> request.nodeRepairConfig(config -> config.enabled(repair)));
    return request.build();
  }

  static UpdateNodegroupVersionRequest update(
      String cluster, NodegroupStep.UpdateVersion step, String idempotencyKey) {
    var request =
        UpdateNodegroupVersionRequest.builder()
            .clusterName(cluster)
            .nodegroupName(step.name())
            .version(step.version())
            .releaseVersion(step.releaseVersion())
            .clientRequestToken(Digest.sha256(idempotencyKey + "\n" + step));
    step.template()
        .ifPresent(
            used ->
                request.launchTemplate(
                    reference -> reference.id(used.id()).version(used.version())));
    return request.build();
  }

  private static NodegroupScalingConfig scaling(Scaling scaling) {
    return NodegroupScalingConfig.builder()
        .minSize(scaling.min())
        .maxSize(scaling.max())
        .desiredSize(scaling.desired())
        .build();
  }

  private static Optional<NodegroupUpdateConfig> updates(NodegroupSettings settings) {
    return settings.maxUnavailable() == null && settings.maxUnavailablePercentage() == null
        ? Optional.empty()
        : Optional.of(
            NodegroupUpdateConfig.builder()
                .maxUnavailable(settings.maxUnavailable())
                .maxUnavailablePercentage(settings.maxUnavailablePercentage())
                .build());
  }

  private static UpdateLabelsPayload labels(EntryChanges changes) {
    var payload = UpdateLabelsPayload.builder();
    if (!changes.missing().isEmpty()) {
      payload.addOrUpdateLabels(changes.missing());
    }
    if (!changes.surplus().isEmpty()) {
      payload.removeLabels(changes.surplus());
    }
    return payload.build();
  }

  private static UpdateTaintsPayload taints(EntryChanges changes) {
    var payload = UpdateTaintsPayload.builder();
    if (!changes.missing().isEmpty()) {
      payload.addOrUpdateTaints(taints(changes.missing()));
    }
    if (!changes.surplus().isEmpty()) {
      payload.removeTaints(named(changes.surplus()));
    }
    return payload.build();
  }

  private static List<Taint> taints(Map<String, String> taints) {
    return taints.entrySet().stream()
        .map(taint -> taint(taint.getKey()).value(taint.getValue()).build())
        .toList();
  }

  private static List<Taint> named(Collection<String> names) {
    return names.stream().map(name -> taint(name).build()).toList();
  }

  private static Taint.Builder taint(String name) {
    return Taint.builder()
        .key(NodegroupSettings.taintKey(name))
        .effect(NodegroupSettings.taintEffect(name));
  }
}
