package io.weir.clouds.aws.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import java.util.TreeMap;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class RequestReaderTest {
  private final RequestReader ec2 = new RequestReader(ServiceModel.load("ec2"));
  private final RequestReader autoScaling = new RequestReader(ServiceModel.load("autoscaling"));

  @Nested
  class Ec2 {
    @Test
    void readsFlatListsUnderTheirNameOnTheWire() {
      Struct request =
          read(
              "CreateLaunchTemplate",
              Map.of(
                  "LaunchTemplateName", "workers",
                  "LaunchTemplateData.SecurityGroupId.2", "sg-2",
                  "LaunchTemplateData.SecurityGroupId.1", "sg-1",
                  "TagSpecification.1.ResourceType", "launch-template",
                  "TagSpecification.1.Tag.1.Key", "Name",
                  "TagSpecification.1.Tag.1.Value", "workers"));

      assertThat(request.struct("LaunchTemplateData").orElseThrow().texts("SecurityGroupIds"))
          .containsExactly("sg-1", "sg-2");
      assertThat(request.structs("TagSpecifications").getFirst().structs("Tags"))
          .extracting(tag -> tag.text("Key"))
          .containsExactly("Name");
    }

    @Test
    void refusesAnUnknownParameter() {
      refused("DescribeSubnets", Map.of("Colour", "red"), "UnknownParameter", "Colour");
    }

    @Test
    void refusesAnUnknownParameterInsideAStructure() {
      refused(
          "CreateLaunchTemplate",
          Map.of("LaunchTemplateName", "workers", "LaunchTemplateData.Colour", "red"),
          "UnknownParameter",
          "LaunchTemplateData.Colour");
    }

    @Test
    void refusesAMissingParameter() {
      refused(
          "CreateLaunchTemplate",
          Map.of("LaunchTemplateData.ImageId", "ami-1"),
          "MissingParameter",
          "LaunchTemplateName");
    }

    @Test
    void refusesAWordOutsideOfItsList() {
      refused(
          "CreateLaunchTemplate",
          Map.of(
              "LaunchTemplateName", "workers",
              "LaunchTemplateData.MetadataOptions.HttpTokens", "sometimes"),
          "InvalidParameterValue",
          "sometimes");
    }

    @Test
    void refusesAWordForANumber() {
      refused(
          "DescribeLaunchTemplates", Map.of("MaxResults", "many"), "InvalidParameterValue", "many");
    }

    @Test
    void refusesAnActionThatIsNotSimulated() {
      refused("StopInstances", Map.of(), "InvalidAction", "StopInstances");
    }

    private Struct read(String action, Map<String, String> parameters) {
      return ec2.read(action, with(parameters, "2016-11-15"));
    }

    private void refused(String action, Map<String, String> parameters, String code, String words) {
      assertRefused(() -> read(action, parameters), code, words);
    }
  }

  @Nested
  class AutoScaling {
    @Test
    void readsListsWithMemberInTheirNames() {
      Struct request =
          read(
              "DescribeAutoScalingGroups",
              Map.of(
                  "AutoScalingGroupNames.member.1", "a",
                  "AutoScalingGroupNames.member.2", "b",
                  "Filters.member.1.Name", "tag-key",
                  "Filters.member.1.Values.member.1", "owner"));

      assertThat(request.texts("AutoScalingGroupNames")).containsExactly("a", "b");
      assertThat(request.structs("Filters").getFirst().texts("Values")).containsExactly("owner");
    }

    @Test
    void refusesAFlatList() {
      refused(
          "DescribeAutoScalingGroups",
          Map.of("AutoScalingGroupNames.1", "a"),
          "UnknownParameter",
          "AutoScalingGroupNames.1");
    }

    @Test
    void refusesAnUnknownParameter() {
      refused(
          "SetDesiredCapacity",
          Map.of("AutoScalingGroupName", "a", "DesiredCapacity", "1", "Colour", "red"),
          "UnknownParameter",
          "Colour");
    }

    @Test
    void tellsAllMissingParametersTogether() {
      refused(
          "CreateAutoScalingGroup",
          Map.of("AutoScalingGroupName", "a"),
          "ValidationError",
          "2 validation errors detected: Value null at 'minSize' failed to satisfy constraint:"
              + " Member must not be null; Value null at 'maxSize'");
    }

    @Test
    void refusesATextThatIsTooLong() {
      refused(
          "DeleteAutoScalingGroup",
          Map.of("AutoScalingGroupName", "a".repeat(256)),
          "ValidationError",
          "Member must have length less than or equal to 255");
    }

    @Test
    void refusesAnotherVersion() {
      assertRefused(
          () -> autoScaling.read("DescribeAutoScalingGroups", with(Map.of(), "2010-01-01")),
          "InvalidAction",
          "2010-01-01");
    }

    private Struct read(String action, Map<String, String> parameters) {
      return autoScaling.read(action, with(parameters, "2011-01-01"));
    }

    private void refused(String action, Map<String, String> parameters, String code, String words) {
      assertRefused(() -> read(action, parameters), code, words);
    }
  }

  private static Map<String, String> with(Map<String, String> parameters, String version) {
    Map<String, String> all = new TreeMap<>(parameters);
    all.put("Version", version);
    return all;
  }

  private static void assertRefused(ThrowingCallable request, String code, String words) {
    assertThatThrownBy(request)
        .isInstanceOfSatisfying(
            AwsErrorException.class,
            refusal -> {
              assertThat(refusal.code()).isEqualTo(code);
              assertThat(refusal.errorMessage()).contains(words);
            });
  }
}
