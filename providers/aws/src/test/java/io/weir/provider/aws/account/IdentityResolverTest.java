package io.weir.provider.aws.account;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.weir.provider.CloudScope;
import io.weir.provider.PrerequisiteException;
import io.weir.provider.aws.PoolFixture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class IdentityResolverTest {

  private final PoolFixture poolFixture = PoolFixture.pool("workers");

  @Test
  void aClusterWithoutAnIdentityUsesTheManagersOwn() throws PrerequisiteException {
    assertThat(AwsScopeResolver.resolve(poolFixture.inputs()))
        .isEqualTo(new CloudScope("aws", ManagerIdentity.IDENTITY, "us-east-1"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {}                                                                   | refused
          {"allowedNamespaces": {}}                                            | admitted
          {"allowedNamespaces": {"list": []}}                                  | refused
          {"allowedNamespaces": {"list": ["other"]}}                           | refused
          {"allowedNamespaces": {"list": ["other", "default"]}}                | admitted
          {"allowedNamespaces": {"list": [], "selector": {}}}                  | refused
          {"allowedNamespaces": {"selector": {"matchLabels": {"team": "a"}}}}  | admitted
          {"allowedNamespaces": {"selector": {"matchLabels": {"team": "b"}}}}  | refused
          {"allowedNamespaces": {"selector": {"matchExpressions": [{"key": "team", "operator": "In", "values": ["a", "b"]}]}}} | admitted
          {"allowedNamespaces": {"selector": {"matchExpressions": [{"key": "team", "operator": "DoesNotExist"}]}}} | refused
          """)
  void namespacesAreAdmittedAsTheIdentitySaysWhetherTheClusterNamesItOrNot(
      String spec, String verdict) {
    assertThat(verdict(spec)).as("without identityRef").isEqualTo(verdict);
    identityRef("AWSClusterControllerIdentity", "default");
    assertThat(verdict(spec)).as("with identityRef").isEqualTo(verdict);
  }

  private String verdict(String spec) {
    poolFixture.addRelated(
        """
        {"apiVersion": "infrastructure.cluster.x-k8s.io/v1beta2",
         "kind": "AWSClusterControllerIdentity", "metadata": {"name": "default"}, "spec": %s}
        """
            .formatted(spec));
    poolFixture.addRelated(
        """
        {"apiVersion": "v1", "kind": "Namespace",
         "metadata": {"name": "default", "labels": {"team": "a"}}}
        """);

    var refusal = catchThrowable(this::authorize);

    if (refusal != null) {
      assertThat(refusal)
          .isInstanceOf(PrerequisiteException.class)
          .hasMessageContaining("spec.allowedNamespaces does not admit namespace default");
    }
    return refusal == null ? "admitted" : "refused";
  }

  @Test
  void aClusterWithoutIdentityRefGetsNoCredentialsWhereTheDefaultIdentityDoesNotExist() {
    poolFixture.withoutRelated();

    assertThatThrownBy(this::authorize)
        .hasMessage(
            "AWSMachinePool default/workers may not use AWSClusterControllerIdentity/default,"
                + " which does not exist: weir install creates it");
  }

  private void authorize() throws PrerequisiteException {
    var in = poolFixture.inputs();
    CloudScope scope = AwsScopeResolver.resolve(in);
    ManagerIdentity.authorize(scope.identity(), in.pool(), in.relatedObjects());
  }

  @ParameterizedTest
  @CsvSource({
    "AWSClusterStaticIdentity, team, is not supported yet",
    "AWSClusterRoleIdentity, team, is not supported yet",
    "AWSClusterControllerIdentity, other, the only one is named default"
  })
  void whatCanNotBeUsedIsNamed(String kind, String name, String why) {
    identityRef(kind, name);

    var refusal = catchThrowable(() -> AwsScopeResolver.resolve(poolFixture.inputs()));

    assertThat(refusal)
        .hasMessageContaining("AWSCluster default/w1 spec.identityRef names " + kind + "/" + name)
        .hasMessageContaining(why);
  }

  private void identityRef(String kind, String name) {
    poolFixture.with(
        poolFixture.awsCluster,
        "/spec/identityRef",
        "{\"kind\": \"%s\", \"name\": \"%s\"}".formatted(kind, name));
  }
}
