package io.weir.provider.aws.template.calls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.weir.provider.ProviderException;
import io.weir.provider.aws.account.calls.AwsSession;
import io.weir.provider.aws.template.LaunchTarget;
import io.weir.provider.aws.template.LaunchTrial;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.services.ec2.model.Ec2Exception;
import software.amazon.awssdk.services.ec2.model.RunInstancesRequest;

class LaunchTrialsTest {

  private final List<String> tried = new ArrayList<>();
  private String possible = "";
  private String code = "Unsupported";

  @Test
  void whatIsPossibleInNoPlaceIsRefused() {
    assertThatExceptionOfType(ProviderException.Rejected.class).isThrownBy(() -> tryOut(2, 2));

    assertThat(tried)
        .containsExactly(
            "type-0 in subnet-0", "type-0 in subnet-1", "type-1 in subnet-0", "type-1 in subnet-1");
  }

  @Test
  void onePlaceThatWouldDoIsEnough() {
    possible = "type-1 in subnet-0";

    assertThatCode(() -> tryOut(2, 2)).doesNotThrowAnyException();

    assertThat(tried).hasSize(3).endsWith(possible);
  }

  @Test
  void typesThatCannotBeLaunchedAreToldWhereAnotherCan() throws Exception {
    possible = "type-1 in subnet-0";

    var refused = trials().tryAllTypes(trial(3, 1));

    assertThat(refused.why()).containsOnlyKeys("type-0", "type-2");
    assertThat(refused.message())
        .startsWith("AWS does not launch type-0: ")
        .contains("; AWS does not launch type-2: ")
        .contains("spec.mixedInstancesPolicy.overrides");
  }

  @ParameterizedTest
  @CsvSource({"UnsupportedOperation, 3", "InvalidParameterValue, 3", "InvalidKeyPair.NotFound, 1"})
  void whatIsRefusedForTheTypeIsTriedWithTheOthersOncePerType(String answer, int calls) {
    code = answer;

    assertThatExceptionOfType(ProviderException.Rejected.class).isThrownBy(() -> tryOut(3, 2));

    assertThat(tried).hasSize(calls);
  }

  @Test
  void ofManyPlacesTenAreTriedAndNothingIsSaidOfTheOthers() {
    assertThatCode(() -> tryOut(40, 6)).doesNotThrowAnyException();

    assertThat(tried).hasSize(10);
  }

  private void tryOut(int types, int subnets) throws ProviderException {
    trials().tryAnyType(trial(types, subnets));
  }

  private LaunchTrials trials() {
    return new LaunchTrials(new PickyAws());
  }

  private static LaunchTrial trial(int types, int subnets) {
    var target = new LaunchTarget(named("subnet-", subnets), named("type-", types));
    return new LaunchTrial("lt-0", 2, target);
  }

  private static List<String> named(String prefix, int count) {
    return IntStream.range(0, count).mapToObj(i -> prefix + i).toList();
  }

  /** Has room for the possible one only. */
  private final class PickyAws implements TemplateCalls {

    @Override
    public AwsSession session() {
      throw new UnsupportedOperationException("only launches are tried");
    }

    @Override
    public void tryLaunch(RunInstancesRequest request) throws ProviderException {
      String place = request.instanceTypeAsString() + " in " + request.subnetId();
      tried.add(place);
      if (!place.equals(possible)) {
        var details = AwsErrorDetails.builder().errorCode(code).build();
        throw new ProviderException.Rejected(
            "not in this zone", Ec2Exception.builder().awsErrorDetails(details).build());
      }
    }
  }
}
