package io.weir.clouds.aws;

import io.weir.clouds.CloudClock;
import io.weir.clouds.ManualClock;
import io.weir.clouds.aws.seed.AwsTiming;
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
final class AwsTestSetup implements AutoCloseable {
  static final String SUBNETS =
      "subnet-0aaaaaaaaaaaaaaa1,subnet-0bbbbbbbbbbbbbbb2,subnet-0ccccccccccccccc3";
  static final String USER_DATA = "#cloud-config\n";

  final ManualClock time = CloudClock.manual(Instant.parse("2026-01-01T00:00:00Z"));
  final AwsCloud cloud =
      AwsCloud.builder().clock(time).timing(AwsTiming.standard().withWarmup(1)).start();
  final SdkClients clients = new SdkClients(cloud);

  String image() {
    return cloud.seedData().regions().getFirst().images().getFirst().id();
  }

  void createTemplate(String name) {
    createTemplate(name, _ -> {});
  }

  void createTemplate(String name, Consumer<CreateLaunchTemplateRequest.Builder> more) {
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

  void createGroup(String name, int size) {
    createGroup(name, size, _ -> {});
  }

  void createGroup(String name, int size, Consumer<CreateAutoScalingGroupRequest.Builder> more) {
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
  void createSettledGroup(String name, int size) {
    createTemplate(name);
    createGroup(name, size);
    advance(Duration.ofMinutes(1));
  }

  void advance(Duration step) {
    time.advance(step);
  }

  AutoScalingGroup describeGroup(String name) {
    return clients
        .autoScaling
        .describeAutoScalingGroups(r -> r.autoScalingGroupNames(name))
        .autoScalingGroups()
        .getFirst();
  }

  List<Instance> instances(String name) {
    return describeGroup(name).instances();
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
