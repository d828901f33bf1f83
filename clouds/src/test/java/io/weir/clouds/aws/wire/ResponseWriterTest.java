package io.weir.clouds.aws.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class ResponseWriterTest {
  private final ResponseWriter ec2 = new ResponseWriter(ServiceModel.load("ec2"));
  private final ResponseWriter autoScaling = new ResponseWriter(ServiceModel.load("autoscaling"));

  @Test
  void cannotWriteAnElementThatTheModelLacks() {
    Struct answer = new Struct().set("LaunchTemplate", new Struct().set("Colour", "red"));

    assertThatThrownBy(() -> ec2.writeResponse("CreateLaunchTemplate", answer, "1"))
        .hasMessage("CreateLaunchTemplate.LaunchTemplate has no member Colour");
  }

  @Test
  void cannotWriteAValueOfAnotherType() {
    Struct answer =
        new Struct().set("LaunchTemplate", new Struct().set("LatestVersionNumber", "one"));

    assertThatThrownBy(() -> ec2.writeResponse("CreateLaunchTemplate", answer, "1"))
        .hasMessageContaining("LatestVersionNumber is not a Long");
  }

  @Test
  void writesTheAnswersOfEc2() {
    Struct answer =
        new Struct()
            .set(
                "LaunchTemplates",
                List.of(
                    new Struct()
                        .set("LaunchTemplateName", "a<b")
                        .set("CreateTime", Instant.parse("2026-01-01T00:00:00Z"))));

    assertThat(ec2.writeResponse("DescribeLaunchTemplates", answer, "1"))
        .contains(
            "<DescribeLaunchTemplatesResponse xmlns=\"http://ec2.amazonaws.com/doc/2016-11-15")
        .contains(
            "<requestId>1</requestId><launchTemplates><item>"
                + "<launchTemplateName>a&lt;b</launchTemplateName>"
                + "<createTime>2026-01-01T00:00:00.000Z</createTime></item></launchTemplates>");
  }

  @Test
  void writesTheAnswersOfAutoScaling() {
    Struct answer = new Struct().set("InstanceRefreshId", "id");

    assertThat(autoScaling.writeResponse("StartInstanceRefresh", answer, "1"))
        .contains(
            "<StartInstanceRefreshResult><InstanceRefreshId>id</InstanceRefreshId>"
                + "</StartInstanceRefreshResult>"
                + "<ResponseMetadata><RequestId>1</RequestId></ResponseMetadata>");
  }
}
