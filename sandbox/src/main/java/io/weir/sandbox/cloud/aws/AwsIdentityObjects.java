package io.weir.sandbox.cloud.aws;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.ApiObject;
import io.weir.api.GroupKind;
import io.weir.api.ObjectKey;
import io.weir.clouds.aws.AwsCloud;
import io.weir.clouds.aws.seed.Account;
import io.weir.clouds.aws.seed.AwsSeedData;
import io.weir.sandbox.cloud.GeneratedObjects;
import io.weir.sandbox.objects.ManagerRbac;
import io.weir.sandbox.objects.Manifests;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The identities of AWS in manifests: their roles are there, in accounts of their own, and trust
 * who has their external ID; the Secrets that they lack have the keys of the first account.
 *
 * @param manifests where they are
 */
record AwsIdentityObjects(Manifests manifests) {
  private static final GroupKind ROLE =
      new GroupKind(GeneratedObjects.INFRASTRUCTURE, "AWSClusterRoleIdentity");
  private static final GroupKind STATIC =
      new GroupKind(GeneratedObjects.INFRASTRUCTURE, "AWSClusterStaticIdentity");
  private static final Pattern ROLE_ARN =
      Pattern.compile("arn:aws[a-z-]*:iam::([0-9]{12}):role/.+");

  /** With the accounts of the roles. */
  AwsSeedData grown(AwsSeedData before) {
    AwsSeedData seed = before;
    for (String id : manifests.of(ROLE).stream().flatMap(role -> account(role).stream()).toList()) {
      if (seed.accounts().stream().noneMatch(account -> account.id().equals(id))) {
        seed = seed.withAccount(new Account("AKIA" + id + "ROLE", "sandbox-only", id));
      }
    }
    return seed;
  }

  private static Optional<String> account(ApiObject role) {
    Matcher arn = ROLE_ARN.matcher(role.at("/spec/roleARN").asText());
    return arn.matches() ? Optional.of(arn.group(1)) : Optional.empty();
  }

  /** Makes their roles. */
  void makeRoles(AwsCloud simulator) {
    manifests.of(ROLE).stream()
        .filter(role -> account(role).isPresent())
        .forEach(
            role ->
                simulator.putRole(
                    role.at("/spec/roleARN").asText(), role.at("/spec/externalID").asText("")));
  }

  /** The Secrets that are not in the manifests. */
  List<ObjectNode> secrets(Account account) {
    List<ObjectKey> given = manifests.of(GroupKind.SECRET).stream().map(Manifests::keyOf).toList();
    return manifests.of(STATIC).stream()
        .map(identity -> identity.at("/spec/secretRef").asText(""))
        .filter(name -> !name.isEmpty())
        .distinct()
        .filter(name -> !given.contains(new ObjectKey(ManagerRbac.NAMESPACE, name)))
        .map(name -> secret(name, account))
        .toList();
  }

  private static ObjectNode secret(String name, Account account) {
    ObjectNode secret =
        JsonNodeFactory.instance.objectNode().put("apiVersion", "v1").put("kind", "Secret");
    secret.putObject("metadata").put("namespace", ManagerRbac.NAMESPACE).put("name", name);
    secret
        .putObject("stringData")
        .put("AccessKeyID", account.accessKey())
        .put("SecretAccessKey", account.secretKey());
    return secret;
  }
}
