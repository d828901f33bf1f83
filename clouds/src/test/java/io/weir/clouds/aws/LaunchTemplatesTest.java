package io.weir.clouds.aws;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.clouds.Instance;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.ec2.model.Ec2Exception;
import software.amazon.awssdk.services.ec2.model.Filter;
import software.amazon.awssdk.services.ec2.model.LaunchTemplateTagSpecificationRequest;
import software.amazon.awssdk.services.ec2.model.LaunchTemplateVersion;
import software.amazon.awssdk.services.ec2.model.ResourceType;
import software.amazon.awssdk.services.ec2.model.Tag;
import software.amazon.awssdk.services.ec2.model.TagSpecification;

class LaunchTemplatesTest {
  private final AwsWorld aws = new AwsWorld();

  @AfterEach
  void stop() {
    aws.close();
  }

  @Test
  void aRepeatedClientTokenCreatesOnce() {
    aws.template("workers", r -> r.clientToken("one"));
    aws.template("workers", r -> r.clientToken("one"));

    assertThat(aws.cloud.journal().creations("LaunchTemplate", "workers")).isOne();
    assertThat(aws.cloud.journal().calls("CreateLaunchTemplate"))
        .extracting("wrote")
        .containsExactly(true, false);
  }

  @Test
  void aClientTokenForSomethingElseIsRefused() {
    aws.template("workers", r -> r.clientToken("one"));

    assertThatThrownBy(() -> aws.template("others", r -> r.clientToken("one")))
        .isInstanceOfSatisfying(Ec2Exception.class, e -> code(e, "IdempotentParameterMismatch"));
  }

  @Test
  void aNameIsUsedOnce() {
    aws.template("workers");

    assertThatThrownBy(() -> aws.template("workers"))
        .isInstanceOfSatisfying(
            Ec2Exception.class, e -> code(e, "InvalidLaunchTemplateName.AlreadyExistsException"));
  }

  @Test
  void userDataAboveSixteenKilobytesIsRefused() {
    String fits = Base64.getEncoder().encodeToString(new byte[16 * 1024]);
    String tooLong = Base64.getEncoder().encodeToString(new byte[16 * 1024 + 1]);

    aws.template("fits", r -> r.launchTemplateData(d -> d.userData(fits)));

    assertThatThrownBy(
            () -> aws.template("tooLong", r -> r.launchTemplateData(d -> d.userData(tooLong))))
        .hasMessageContaining("User data is limited to 16384 bytes");
  }

  @Test
  void theLatestVersionsOfAllTemplatesComeInOneListing() {
    aws.template("first");
    aws.template("second");
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
  void versionsComeNewestFirstAndInPages() {
    aws.template("workers");
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
    aws.template("workers");

    LaunchTemplateVersion version =
        aws.clients
            .ec2
            .describeLaunchTemplateVersions(
                r -> r.launchTemplateName("workers").versions("$Latest"))
            .launchTemplateVersions()
            .getFirst();

    assertThat(version.launchTemplateData().userData())
        .isEqualTo(AwsWorld.base64(AwsWorld.USER_DATA));
    assertThat(version.launchTemplateData().securityGroupIds())
        .containsExactly("sg-0111111111111111a");
    assertThat(version.defaultVersion()).isTrue();
  }

  @Test
  void theDefaultVersionCannotBeDeleted() {
    aws.template("workers");
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
    aws.template("mine", r -> r.tagSpecifications(tagged("owner", "weir")));
    aws.template("other", r -> r.tagSpecifications(tagged("owner", "else")));

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
    aws.template("workers");
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
    aws.template(
        "workers",
        r ->
            r.launchTemplateData(
                d ->
                    d.imageId(aws.image())
                        .instanceType("t3.large")
                        .userData(AwsWorld.base64(AwsWorld.USER_DATA))
                        .tagSpecifications(
                            LaunchTemplateTagSpecificationRequest.builder()
                                .resourceType(ResourceType.INSTANCE)
                                .tags(tag("kubernetes.io/cluster/w1", "owned"))
                                .build())));
    Started started = new Started();
    aws.cloud.listen(started);

    aws.group("workers", 1);
    aws.pass(Duration.ofMinutes(1));
    Instance instance = started.take();

    assertThat(new String(instance.userData(), StandardCharsets.UTF_8))
        .isEqualTo(AwsWorld.USER_DATA);
    assertThat(instance.tags()).containsEntry("kubernetes.io/cluster/w1", "owned");
    assertThat(instance.metadata())
        .containsEntry("instance-id", instance.id())
        .containsEntry("local-hostname", instance.privateDnsName())
        .containsEntry("placement/availability-zone", instance.zone());
    assertThat(instance.privateDnsName())
        .isEqualTo("ip-" + instance.privateIp().replace('.', '-') + ".ec2.internal");
    assertThat(instance.group()).isEqualTo("workers");
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

  private static void code(Ec2Exception refusal, String code) {
    assertThat(refusal.awsErrorDetails().errorCode()).isEqualTo(code);
  }
}
