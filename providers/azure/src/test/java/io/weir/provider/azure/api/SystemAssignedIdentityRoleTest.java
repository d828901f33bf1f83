package io.weir.provider.azure.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.provider.azure.api.AzureMachinePool.SystemAssignedIdentityRole;
import org.junit.jupiter.api.Test;

class SystemAssignedIdentityRoleTest {

  @Test
  void whereNothingIsSaidItIsContributorForTheWholeSubscription() {
    var role = new SystemAssignedIdentityRole("n", null, "").withDefaults("s");

    assertThat(role)
        .isEqualTo(
            new SystemAssignedIdentityRole(
                "n",
                "/subscriptions/s/",
                "/subscriptions/s/providers/Microsoft.Authorization/roleDefinitions/"
                    + "b24988ac-6180-42a0-ab88-20f7382dd24c"));
  }

  @Test
  void whatIsSaidIsKept() {
    var role = new SystemAssignedIdentityRole("n", "/subscriptions/s/resourceGroups/g", "/d");

    assertThat(role.withDefaults("t")).isEqualTo(role);
  }
}
