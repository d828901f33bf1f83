package io.weir.clouds.aws;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.clouds.SimulatedInstance;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.ec2.model.Ec2Exception;
import software.amazon.awssdk.services.ec2.model.Filter;
import software.amazon.awssdk.services.ec2.model.LaunchTemplateBlockDeviceMappingRequest;
import software.amazon.awssdk.services.ec2.model.LaunchTemplateTagSpecificationRequest;
import software.amazon.awssdk.services.ec2.model.LaunchTemplateVersion;
import software.amazon.awssdk.services.ec2.model.RequestLaunchTemplateData;
import software.amazon.awssdk.services.ec2.model.ResourceType;
import software.amazon.awssdk.services.ec2.model.Tag;
import software.amazon.awssdk.services.ec2.model.TagSpecification;

class LaunchTemplatesTest {
  private final AwsTestSetup aws = new AwsTestSetup();

  @AfterEach
  void stop() {
    aws.close();
  }

  @Test
  void aRepeatedClientTokenCreatesOnce() {
    aws.createTemplate("workers", r -> r.clientToken("one"));
    aws.createTemplate("workers", r -> r.clientToken("one"));

    assertThat(aws.cloud.journal().creations("LaunchTemplate", "workers")).isOne();
    assertThat(aws.cloud.journal().calls("CreateLaunchTemplate"))
        .extracting("wrote")
        .containsExactly(true, false);
  }

  @Test
  void aClientTokenForSomethingElseIsRefused() {
    aws.createTemplate("workers", r -> r.clientToken("one"));

    assertThatThrownBy(() -> aws.createTemplate("others", r -> r.clientToken("one")))
        .isInstanceOfSatisfying(Ec2Exception.class, e -> code(e, "IdempotentParameterMismatch"));
  }

  @Test
  void aNameIsUsedOnce() {
    aws.createTemplate("workers");

    assertThatThrownBy(() -> aws.createTemplate("workers"))
        .isInstanceOfSatisfying(
            Ec2Exception.class, e -> code(e, "InvalidLaunchTemplateName.AlreadyExistsException"));
  }

  @Test
  void userDataAboveSixteenKilobytesIsRefused() {
    String fits = Base64.getEncoder().encodeToString(new byte[16 * 1024]);
    String tooLong = Base64.getEncoder().encodeToString(new byte[16 * 1024 + 1]);

    aws.createTemplate("fits", r -> r.launchTemplateData(d -> d.userData(fits)));

    assertThatThrownBy(
            () ->
                aws.createTemplate("tooLong", r -> r.launchTemplateData(d -> d.userData(tooLong))))
        .hasMessageContaining("User data is limited to 16384 bytes");
  }

  @Test
  void theLatestVersionsOfAllTemplatesComeInOneListing() {
    aws.createTemplate("first");
    aws.createTemplate("second");
    version("second", "h1:abc");

    List<LaunchTemplateVersion> latest =
        aws.clients
            .ec2
            .describeLaunchTemplateVersions(r -> r.versions("$Latest"))
            .launchTemplateVersions();

    assertThat(latest)
        .extracting(v -> v.launchTemplateName() + " " + v.versionNumber())
        .containsExactlyInAnyOrder("first 1", "second 2");
    assertThatThrownBy(() -> aws.clients.ec2.describeLaunchTemplateVersions(r -> r.versions("1")))
        .isInstanceOfSatisfying(Ec2Exception.class, e -> code(e, "MissingParameter"));
  }

  @Test
  void aLaunchCanBeTriedAndStartsNothing() {
    aws.createTemplate("workers");

    assertThatThrownBy(() -> tryLaunch("workers", true))
        .isInstanceOfSatisfying(Ec2Exception.class, e -> code(e, "DryRunOperation"));

    assertThat(aws.clients.ec2.describeInstances().reservations()).isEmpty();
    assertThat(aws.cloud.journal().calls("RunInstances"))
        .extracting(call -> call.outcome() + " " + call.wrote())
        .containsExactly("OK false");
    assertThatThrownBy(() -> tryLaunch("workers", false))
        .isInstanceOfSatisfying(Ec2Exception.class, e -> code(e, "UnsupportedOperation"));
  }

  @Test
  void aTriedLaunchIsRefusedAsOneThatIsMeant() {
    aws.createTemplate("keyless", r -> r.launchTemplateData(data().keyName("nobodys").build()));
    aws.createTemplate(
        "slow",
        r ->
            r.launchTemplateData(
                data()
                    .blockDeviceMappings(
                        LaunchTemplateBlockDeviceMappingRequest.builder()
                            .deviceName("/dev/sdb")
                            .ebs(e -> e.volumeSize(8).volumeType("gp3").iops(7))
                            .build())
                    .build()));

    assertThatThrownBy(() -> tryLaunch("keyless", true))
        .isInstanceOfSatisfying(Ec2Exception.class, e -> code(e, "InvalidKeyPair.NotFound"));
    assertThatThrownBy(() -> tryLaunch("slow", true))
        .isInstanceOfSatisfying(Ec2Exception.class, e -> code(e, "InvalidParameterValue"));
  }

  @Test
  void versionsComeNewestFirstAndInPages() {
    aws.createTemplate("workers");
    version("workers", "h1:a");
    version("workers", "h1:b");

    var pages =
        aws.clients.ec2.describeLaunchTemplateVersionsPaginator(
            r -> r.launchTemplateName("workers").maxResults(2));

    assertThat(pages.stream().map(page -> page.launchTemplateVersions().size()).toList())
        .containsExactly(2, 1);
    assertThat(pages.launchTemplateVersions().stream().map(LaunchTemplateVersion::versionNumber))
        .containsExactly(3L, 2L, 1L);
    assertThatThrownBy(
            () ->
                aws.clients.ec2.describeLaunchTemplateVersions(
                    r -> r.launchTemplateName("workers").maxResults(201)))
        .isInstanceOfSatisfying(Ec2Exception.class, e -> code(e, "InvalidParameterValue"));
  }

  @Test
  void aVersionTellsItsDataBack() {
    aws.createTemplate("workers");

    LaunchTemplateVersion version =
        aws.clients
            .ec2
            .describeLaunchTemplateVersions(
                r -> r.launchTemplateName("workers").versions("$Latest"))
            .launchTemplateVersions()
            .getFirst();

    assertThat(version.launchTemplateData().userData())
        .isEqualTo(AwsTestSetup.base64(AwsTestSetup.USER_DATA));
    assertThat(version.launchTemplateData().securityGroupIds())
        .containsExactly("sg-0111111111111111a");
    assertThat(version.defaultVersion()).isTrue();
  }

  @Test
  void theDefaultVersionCannotBeDeleted() {
    aws.createTemplate("workers");
    version("workers", "h1:a");

    var answer =
        aws.clients.ec2.deleteLaunchTemplateVersions(
            r -> r.launchTemplateName("workers").versions("1", "2", "9"));

    assertThat(answer.successfullyDeletedLaunchTemplateVersions())
        .singleElement()
        .matches(v -> v.versionNumber() == 2);
    assertThat(answer.unsuccessfullyDeletedLaunchTemplateVersions())
        .extracting(v -> v.responseError().codeAsString())
        .containsExactly("unexpectedError", "launchTemplateVersionDoesNotExist");
  }

  @Test
  void templatesAreFoundByTags() {
    aws.createTemplate("mine", r -> r.tagSpecifications(tagged("owner", "weir")));
    aws.createTemplate("other", r -> r.tagSpecifications(tagged("owner", "else")));

    var found =
        aws.clients.ec2.describeLaunchTemplates(
            r -> r.filters(Filter.builder().name("tag:owner").values("we*").build()));

    assertThat(found.launchTemplates())
        .singleElement()
        .matches(t -> t.launchTemplateName().equals("mine"))
        .matches(t -> t.tags().getFirst().value().equals("weir"));
  }

  @Test
  void tagsOfATemplateChange() {
    aws.createTemplate("workers");
    String id =
        aws.clients.ec2.describeLaunchTemplates().launchTemplates().getFirst().launchTemplateId();

    aws.clients.ec2.createTags(r -> r.resources(id).tags(tag("a", "1"), tag("b", "2")));
    aws.clients.ec2.deleteTags(r -> r.resources(id).tags(tag("a", "1"), tag("b", "other")));

    assertThat(aws.clients.ec2.describeLaunchTemplates().launchTemplates().getFirst().tags())
        .containsExactly(tag("b", "2"));
  }

  @Test
  void aMissingTemplateIsToldByTheFormOfTheQuestion() {
    assertThatThrownBy(
            () ->
                aws.clients.ec2.describeLaunchTemplateVersions(
                    r -> r.launchTemplateName("nobody").versions("$Latest")))
        .isInstanceOfSatisfying(
            Ec2Exception.class, e -> code(e, "InvalidLaunchTemplateName.NotFoundException"));
    assertThatThrownBy(
            () ->
                aws.clients.ec2.describeLaunchTemplateVersions(
                    r -> r.launchTemplateId("lt-0").versions("$Latest")))
        .isInstanceOfSatisfying(
            Ec2Exception.class, e -> code(e, "InvalidLaunchTemplateId.NotFound"));
  }

  @Test
  void anInstanceStartsWithUserDataAndTagsOfItsTemplate() {
    aws.createTemplate(
        "workers",
        r ->
            r.launchTemplateData(
                d ->
                    d.imageId(aws.image())
                        .instanceType("t3.large")
                        .userData(AwsTestSetup.base64(AwsTestSetup.USER_DATA))
                        .tagSpecifications(
                            LaunchTemplateTagSpecificationRequest.builder()
                                .resourceType(ResourceType.INSTANCE)
                                .tags(tag("kubernetes.io/cluster/w1", "owned"))
                                .build())));
    InstanceEventQueue instanceEventQueue = new InstanceEventQueue();
    aws.cloud.addListener(instanceEventQueue);

    aws.createGroup("workers", 1);
    aws.advance(Duration.ofMinutes(1));
    SimulatedInstance simulatedInstance = instanceEventQueue.takeStarted();

    assertThat(new String(simulatedInstance.userData(), StandardCharsets.UTF_8))
        .isEqualTo(AwsTestSetup.USER_DATA);
    assertThat(simulatedInstance.tags()).containsEntry("kubernetes.io/cluster/w1", "owned");
    assertThat(simulatedInstance.metadata())
        .containsEntry("instance-id", simulatedInstance.id())
        .containsEntry("local-hostname", simulatedInstance.privateDnsName())
        .containsEntry("placement/availability-zone", simulatedInstance.zone());
    assertThat(simulatedInstance.privateDnsName())
        .isEqualTo("ip-" + simulatedInstance.privateIp().replace('.', '-') + ".ec2.internal");
    assertThat(simulatedInstance.group()).isEqualTo("workers");
  }

  private void version(String template, String description) {
    aws.clients.ec2.createLaunchTemplateVersion(
        r ->
            r.launchTemplateName(template)
                .versionDescription(description)
                .launchTemplateData(d -> d.imageId(aws.image())));
  }

  private static TagSpecification tagged(String key, String value) {
    return TagSpecification.builder()
        .resourceType(ResourceType.LAUNCH_TEMPLATE)
        .tags(tag(key, value))
        .build();
  }

  private static Tag tag(String key, String value) {
    return Tag.builder().key(key).value(value).build();
  }

  private RequestLaunchTemplateData.Builder data() {
    return RequestLaunchTemplateData.builder().imageId(aws.image()).instanceType("t3.large");
  }

  private void tryLaunch(String template, boolean dryRun) {
    aws.clients.ec2.runInstances(
        r ->
            r.launchTemplate(t -> t.launchTemplateName(template).version("1"))
                .subnetId("subnet-0aaaaaaaaaaaaaaa1")
                .minCount(1)
                .maxCount(1)
                .dryRun(dryRun));
  }

  private static void code(Ec2Exception refusal, String code) {
    assertThat(refusal.awsErrorDetails().errorCode()).isEqualTo(code);
  }
}
