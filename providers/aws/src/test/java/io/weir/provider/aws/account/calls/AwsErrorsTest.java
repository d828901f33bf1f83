package io.weir.provider.aws.account.calls;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.provider.ProviderException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.SocketTimeoutException;
import javax.xml.stream.XMLStreamException;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.ec2.model.Ec2Exception;

class AwsErrorsTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          400 | Throttling                                  | Throttled
          503 | RequestLimitExceeded                        | Throttled
          429 | Whatever                                    | Throttled
          400 | InvalidLaunchTemplateName.NotFoundException | NotFound
          400 | InvalidLaunchTemplateId.NotFound            | NotFound
          400 | ResourceInUse                               | Busy
          400 | ScalingActivityInProgress                   | Busy
          400 | AlreadyExists                               | Ambiguous
          400 | InvalidLaunchTemplateName.AlreadyExistsException | Ambiguous
          403 | UnauthorizedOperation                       | Denied
          400 | AccessDenied                                | Denied
          401 | AuthFailure                                 | Denied
          400 | ValidationError                             | Rejected
          400 | InvalidSubnetID.NotFound                    | Rejected
          500 | InternalFailure                             | Ambiguous
          503 | ServiceUnavailable                          | Ambiguous
          """)
  void eachCodeOfAWriteHasItsKind(int status, String code, String kind) {
    var sorted =
        AwsErrors.toProviderException("UpdateAutoScalingGroup", true, answer(status, code, "no"));

    assertThat(sorted.getClass().getSimpleName()).isEqualTo(kind);
  }

  @Test
  void whatIsSaidIsShortAndOneLine() {
    var sorted =
        AwsErrors.toProviderException(
            "A", true, answer(400, "ValidationError", "no\nERROR " + "x".repeat(100_000)));

    assertThat(sorted).hasMessageStartingWith("A: no?ERROR xxx");
    assertThat(sorted.getMessage()).hasSizeLessThan(600).contains("(ValidationError)");
  }

  @Nested
  class Unanswered {

    @Test
    void aWriteMayHaveTakenEffectAndAReadHasNone() {
      var lost = sdk(new IOException("Unexpected end of file from server"));

      var write = AwsErrors.toProviderException("CreateLaunchTemplate", true, lost);
      var read = AwsErrors.toProviderException("DescribeSubnets", false, lost);

      assertThat(write).isInstanceOf(ProviderException.Ambiguous.class);
      assertThat(read).isInstanceOf(ProviderException.Transient.class);
    }

    @Test
    void aWriteThatNeverLeftHadNoEffect() {
      var refused =
          AwsErrors.toProviderException("A", true, sdk(new ConnectException("Connection refused")));
      var slow =
          AwsErrors.toProviderException(
              "A", true, sdk(new SocketTimeoutException("Connect timed out")));
      var late =
          AwsErrors.toProviderException(
              "A", true, sdk(new SocketTimeoutException("Read timed out")));

      assertThat(refused).isInstanceOf(ProviderException.Transient.class);
      assertThat(slow).isInstanceOf(ProviderException.Transient.class);
      assertThat(late).isInstanceOf(ProviderException.Ambiguous.class);
    }

    @Test
    void missingCredentialsNeedPeople() {
      var none = SdkClientException.create("Unable to load credentials from any of the providers");

      var sorted = AwsErrors.toProviderException("DescribeSubnets", false, none);

      assertThat(sorted).isInstanceOf(ProviderException.Denied.class);
      assertThat(sorted).hasMessageContaining("AWS_ACCESS_KEY_ID");
    }

    @Test
    void aFaultIsToldShortAndInOneLine() {
      var fault = sdk(new IllegalStateException("x\nERROR all is lost" + "y".repeat(100_000)));

      var sorted = AwsErrors.toProviderException("DescribeSubnets", false, fault);

      assertThat(sorted.getMessage().length()).isLessThan(600);
      assertThat(sorted).hasMessageStartingWith("DescribeSubnets: x?ERROR");
    }

    @Test
    void whatIsSentInPlaceOfXmlIsNotRepeated() {
      var torn = sdk(new XMLStreamException("The element type \"overheard\" must be terminated"));

      var sorted = AwsErrors.toProviderException("DescribeSubnets", false, torn);

      assertThat(sorted).hasMessage("DescribeSubnets: the response is not XML");
    }

    private static SdkException sdk(Exception cause) {
      return SdkClientException.create("Unable to execute HTTP request: " + cause, cause);
    }
  }

  @Nested
  class Messages {

    @Test
    void anInstanceThatIsInNoGroupIsKnownByItsWords() {
      var answer =
          answer(
              400,
              "ValidationError",
              "Instance Id not found - No managed instance found for instance ID: i-1");

      assertThat(AwsErrors.toProviderException("TerminateInstanceInAutoScalingGroup", true, answer))
          .isInstanceOf(ProviderException.NotFound.class);
    }

    @Test
    void aMissingGroupIsKnownByItsWords() {
      var answer =
          answer(400, "ValidationError", "AutoScalingGroup name not found - workers not found");

      assertThat(AwsErrors.toProviderException("DeleteAutoScalingGroup", true, answer))
          .isInstanceOf(ProviderException.NotFound.class);
    }

    @Test
    void aWrongSubnetNamesFieldAndRemedy() {
      var answer = answer(400, "ValidationError", "The subnet ID 'subnet-x' does not exist");

      assertThat(AwsErrors.toProviderException("CreateAutoScalingGroup", true, answer))
          .hasMessage(
              "CreateAutoScalingGroup: The subnet ID 'subnet-x' does not exist (ValidationError);"
                  + " correct AWSMachinePool spec.subnets, or AWSCluster spec.network.subnets if"
                  + " the pool names none");
    }

    @Test
    void wordsThatNameNothingAreSortedByWhatWasAskedFor() {
      var answer = answer(400, "InvalidParameterValue", "The filter 'no such' is invalid");

      assertThat(AwsErrors.toProviderException("DescribeSecurityGroups", false, answer))
          .hasMessageContaining("spec.awsLaunchTemplate.additionalSecurityGroups");
      assertThat(AwsErrors.toProviderException("DescribeSubnets", false, answer))
          .hasMessageContaining("spec.subnets");
      assertThat(AwsErrors.toProviderException("PutLifecycleHook", true, answer))
          .hasMessageContaining("spec.lifecycleHooks");
    }

    @Test
    void theSameTroubleHasTheSameWords() {
      var one =
          answer(
              403,
              "UnauthorizedOperation",
              "You may not. Encoded authorization failure message: aaa");
      var two =
          answer(
              403,
              "UnauthorizedOperation",
              "You may not. Encoded authorization failure message: bbb");

      assertThat(AwsErrors.toProviderException("RunInstances", true, one))
          .hasMessage(AwsErrors.toProviderException("RunInstances", true, two).getMessage())
          .hasMessageNotContaining("Encoded");
    }
  }

  private static SdkException answer(int status, String code, String message) {
    return Ec2Exception.builder()
        .statusCode(status)
        .requestId("changes-each-time")
        .awsErrorDetails(AwsErrorDetails.builder().errorCode(code).errorMessage(message).build())
        .build();
  }
}
