package io.weir.clouds.aws;

import io.weir.clouds.CloudTime;
import io.weir.clouds.ManualTime;
import io.weir.clouds.aws.world.Timing;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.function.Consumer;
import software.amazon.awssdk.services.autoscaling.model.Activity;
import software.amazon.awssdk.services.autoscaling.model.AutoScalingGroup;
import software.amazon.awssdk.services.autoscaling.model.CreateAutoScalingGroupRequest;
import software.amazon.awssdk.services.autoscaling.model.Instance;
import software.amazon.awssdk.services.ec2.model.CreateLaunchTemplateRequest;

/** A simulated AWS whose time the test moves, its clients, and shorthands for stories. */
final class AwsWorld implements AutoCloseable {
  static final String SUBNETS =
      "subnet-0aaaaaaaaaaaaaaa1,subnet-0bbbbbbbbbbbbbbb2,subnet-0ccccccccccccccc3";
  static final String USER_DATA = "#cloud-config\n";

  final ManualTime time = CloudTime.manual(Instant.parse("2026-01-01T00:00:00Z"));
  final AwsCloud cloud =
      AwsCloud.builder().time(time).timing(Timing.standard().withWarmup(1)).start();
  final Clients clients = new Clients(cloud);

  String image() {
    return cloud.world().regions().getFirst().images().getFirst().id();
  }

  void template(String name) {
    template(name, _ -> {});
  }

  void template(String name, Consumer<CreateLaunchTemplateRequest.Builder> more) {
    CreateLaunchTemplateRequest.Builder request =
        CreateLaunchTemplateRequest.builder()
            .launchTemplateName(name)
            .launchTemplateData(
                d ->
                    d.imageId(image())
                        .instanceType("t3.large")
                        .securityGroupIds("sg-0111111111111111a")
                        .userData(base64(USER_DATA)));
    more.accept(request);
    clients.ec2.createLaunchTemplate(request.build());
  }

  void group(String name, int size) {
    group(name, size, _ -> {});
  }

  void group(String name, int size, Consumer<CreateAutoScalingGroupRequest.Builder> more) {
    CreateAutoScalingGroupRequest.Builder request =
        CreateAutoScalingGroupRequest.builder()
            .autoScalingGroupName(name)
            .minSize(0)
            .maxSize(10)
            .desiredCapacity(size)
            .vpcZoneIdentifier(SUBNETS)
            .launchTemplate(t -> t.launchTemplateName(name).version("$Latest"));
    more.accept(request);
    clients.autoScaling.createAutoScalingGroup(request.build());
  }

  /** A group of this size, with its template, whose instances are in service. */
  void settledGroup(String name, int size) {
    template(name);
    group(name, size);
    pass(Duration.ofMinutes(1));
  }

  void pass(Duration step) {
    time.advance(step);
  }

  AutoScalingGroup described(String name) {
    return clients
        .autoScaling
        .describeAutoScalingGroups(r -> r.autoScalingGroupNames(name))
        .autoScalingGroups()
        .getFirst();
  }

  List<Instance> instances(String name) {
    return described(name).instances();
  }

  List<Activity> activities(String name) {
    return clients
        .autoScaling
        .describeScalingActivities(r -> r.autoScalingGroupName(name))
        .activities();
  }

  static String base64(String text) {
    return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
  }

  @Override
  public void close() {
    clients.close();
    cloud.close();
  }
}
