package io.weir.clouds.aws.iam;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;

class AccessPolicyTest {

  private static final String TEMPLATE = "arn:aws:ec2:us-east-1:1:launch-template/lt-1";

  private final AccessPolicy policy =
      AccessPolicy.parse(
          """
          {"Statement": [
            {"Effect": "Allow", "Action": ["ec2:Describe*", "ec2:DeleteTags"], "Resource": "*"},
            {"Effect": "Allow", "Action": "ec2:CreateTags",
             "Resource": "arn:*:ec2:*:*:launch-template/*",
             "Condition": {"StringLike": {"aws:ResourceTag/owner": ["a", "b*"]},
                           "StringEquals": {"aws:RequestTag/team": "c*"}}},
            {"Effect": "Deny", "Action": "ec2:DescribeHosts", "Resource": "*"}]}
          """);

  @Test
  void allowsWhatAStatementNamesAndNothingElse() {
    assertThat(policy.allows(AccessRequest.of("ec2:DescribeImages", "*"))).isTrue();
    assertThat(policy.allows(AccessRequest.of("ec2:DeleteTags", TEMPLATE))).isTrue();
    assertThat(policy.allows(AccessRequest.of("ec2:RunInstances", "*"))).isFalse();
    assertThat(policy.allows(AccessRequest.of("autoscaling:DescribeTags", "*"))).isFalse();
  }

  @Test
  void deniesWhatAStatementDeniesWhateverAnotherAllows() {
    assertThat(policy.allows(AccessRequest.of("ec2:DescribeHosts", "*"))).isFalse();
  }

  @Test
  void needsEveryConditionByOneOfItsValues() {
    var request = AccessRequest.of("ec2:CreateTags", TEMPLATE);

    assertThat(policy.allows(request)).isFalse();
    assertThat(policy.allows(request.onTagged(Map.of("owner", "bob")))).isFalse();
    assertThat(
            policy.allows(request.onTagged(Map.of("owner", "bob")).setting(Map.of("team", "cats"))))
        .isFalse();
    assertThat(
            policy.allows(request.onTagged(Map.of("owner", "bob")).setting(Map.of("team", "c*"))))
        .isTrue();
    assertThat(
            policy.allows(request.onTagged(Map.of("owner", "eve")).setting(Map.of("team", "c*"))))
        .isFalse();
  }

  @Test
  void mayAskForWhatHasNoTag() {
    AccessPolicy unmarked =
        AccessPolicy.parse(
            """
            {"Statement": [{"Effect": "Allow", "Action": "ec2:CreateTags", "Resource": "*",
             "Condition": {"Null": {"aws:ResourceTag/owner": "true"}}}]}
            """);
    var request = AccessRequest.of("ec2:CreateTags", TEMPLATE);

    assertThat(unmarked.allows(request.onTagged(Map.of("team", "cats")))).isTrue();
    assertThat(unmarked.allows(request.onTagged(Map.of("owner", "bob")))).isFalse();
  }

  @Test
  void isNotReadIfItSaysWhatIsNotKnownHere() {
    assertThatThrownBy(() -> AccessPolicy.parse("{\"Statement\": [{\"NotAction\": \"ec2:*\"}]}"))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(
            () ->
                AccessPolicy.parse(
                    "{\"Statement\": [{\"Condition\": {\"Bool\": {\"aws:SecureTransport\":"
                        + " \"true\"}}}]}"))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
