package io.weir.provider.aws.account;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.weir.api.ObjectKey;
import io.weir.provider.CloudIdentity;
import io.weir.provider.CloudScope;
import io.weir.provider.PrerequisiteException;
import io.weir.provider.aws.PoolFixture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ClusterIdentitiesTest {

  private final PoolFixture poolFixture = PoolFixture.pool("workers");

  @Test
  void aClusterWithoutAnIdentityUsesTheManagersOwn() throws PrerequisiteException {
    assertThat(AwsScopeResolver.resolve(poolFixture.inputs()))
        .isEqualTo(new CloudScope("aws", ClusterIdentities.OF_MANAGER, "us-east-1"));
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
    CloudIdentity _ = granted();
  }

  private CloudIdentity granted() throws PrerequisiteException {
    var in = poolFixture.inputs();
    CloudScope scope = AwsScopeResolver.resolve(in);
    return new ClusterIdentities("weir-system")
        .authorize(scope.identity(), in.pool(), in.relatedObjects());
  }

  @Test
  void theKeysOfAStaticIdentityAreInTheManagersNamespace() throws PrerequisiteException {
    add("AWSClusterStaticIdentity", "team", "{\"secretRef\": \"team-keys\"}");
    identityRef("AWSClusterStaticIdentity", "team");

    assertThat(granted().credentialsSecret()).contains(new ObjectKey("weir-system", "team-keys"));
  }

  @Test
  void aRoleIsAssumedByTheIdentityThatItNamesWhichMayBeARoleItself() throws PrerequisiteException {
    add("AWSClusterStaticIdentity", "base", "{\"secretRef\": \"base-keys\"}");
    role("hub", "arn:aws:iam::111122223333:role/hub", "AWSClusterStaticIdentity", "base");
    role("spoke", "arn:aws:iam::444455556666:role/spoke", "AWSClusterRoleIdentity", "hub");
    identityRef("AWSClusterRoleIdentity", "spoke");

    var spoke = (CloudIdentity.OfObject) granted();

    AssumedRole role = AssumedRole.parse(spoke.principal());
    assertThat(role.arn()).isEqualTo("arn:aws:iam::444455556666:role/spoke");
    assertThat(role.sessionName()).isEqualTo("weir");
    assertThat(role.externalId()).isEqualTo("word-of-spoke");
    assertThat(role.durationSeconds()).hasValue(900);
    assertThat(role.text()).isEqualTo(spoke.principal());
    assertThat(AssumedRole.parse(role.source().principal()).arn())
        .isEqualTo("arn:aws:iam::111122223333:role/hub");
    assertThat(spoke.credentialsSecret()).contains(new ObjectKey("weir-system", "base-keys"));
    assertThat(spoke + " " + role).doesNotContain("word-of-spoke");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          AWSClusterStaticIdentity     | gone    | which does not exist: create it
          AWSClusterStaticIdentity     | nothing | whose spec.secretRef is no name of a Secret
          AWSClusterStaticIdentity     | closed  | whose spec.allowedNamespaces does not admit namespace default
          AWSClusterRoleIdentity       | nothing | whose spec.roleARN is not that of a role
          AWSClusterRoleIdentity       | alone   | no spec.sourceIdentityRef: name the identity that assumes its role
          AWSClusterRoleIdentity       | circle  | more than 5 roles in its chain of spec.sourceIdentityRef
          AWSClusterRoleIdentity       | lent    | AWSClusterStaticIdentity/closed, whose spec.allowedNamespaces does not admit namespace default
          AWSClusterControllerIdentity | other   | the only one is named default
          AWSUserIdentity              | any     | spec.identityRef.kind is AWSUserIdentity; name one of
          """)
  void whatCanNotBeUsedIsNamedWithTheField(String kind, String name, String why) {
    add("AWSClusterStaticIdentity", "nothing", "{}");
    add("AWSClusterStaticIdentity", "closed", "{\"allowedNamespaces\": {\"list\": [\"other\"]}}");
    add("AWSClusterRoleIdentity", "nothing", "{}");
    add(
        "AWSClusterRoleIdentity",
        "alone",
        "{\"roleARN\": \"arn:aws:iam::111122223333:role/alone\"}");
    role("circle", "arn:aws:iam::111122223333:role/circle", "AWSClusterRoleIdentity", "circle");
    role("lent", "arn:aws:iam::111122223333:role/lent", "AWSClusterStaticIdentity", "closed");
    identityRef(kind, name);

    assertThatThrownBy(this::authorize)
        .isInstanceOf(PrerequisiteException.class)
        .hasMessageContaining(why);
  }

  @Test
  void aManagerWithoutANamespaceHasNoSecretOfAnIdentity() {
    add("AWSClusterStaticIdentity", "team", "{\"secretRef\": \"team-keys\"}");
    identityRef("AWSClusterStaticIdentity", "team");
    var in = poolFixture.inputs();

    assertThatThrownBy(
            () ->
                new ClusterIdentities("")
                    .authorize(
                        AwsScopeResolver.resolve(in).identity(), in.pool(), in.relatedObjects()))
        .hasMessageContaining("--lease-namespace");
  }

  private void role(String name, String arn, String sourceKind, String source) {
    add(
        "AWSClusterRoleIdentity",
        name,
        """
        {"roleARN": "%s", "externalID": "word-of-%s", "durationSeconds": 900,
         "sourceIdentityRef": {"kind": "%s", "name": "%s"}}
        """
            .formatted(arn, name, sourceKind, source));
  }

  /** One that admits everybody, unless its spec says otherwise. */
  private void add(String kind, String name, String spec) {
    String open =
        spec.contains("allowedNamespaces")
            ? spec
            : spec.replaceFirst("\\{", "{\"allowedNamespaces\": {}, ").replace(", }", "}");
    poolFixture.addRelated(
        """
        {"apiVersion": "infrastructure.cluster.x-k8s.io/v1beta2",
         "kind": "%s", "metadata": {"name": "%s"}, "spec": %s}
        """
            .formatted(kind, name, open));
  }

  private void identityRef(String kind, String name) {
    poolFixture.with(
        poolFixture.awsCluster,
        "/spec/identityRef",
        "{\"kind\": \"%s\", \"name\": \"%s\"}".formatted(kind, name));
  }
}
