package io.weir.provider.azure.account.calls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.clouds.azure.AzureCloud;
import io.weir.provider.CallLimits.CallCounter;
import io.weir.provider.CallLimits.RateLimit;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AzureCallLimitsTest {

  private final AzureCallLimits limits = new AzureCallLimits();

  @ParameterizedTest
  @CsvSource({
    "VirtualMachineScaleSets_CreateOrUpdate, CreateVMScaleSet, subscription-writes",
    "VirtualMachineScaleSets_Update, VMScaleSetActions, subscription-writes",
    "VirtualMachineScaleSets_DeleteInstances, VMScaleSetActions, subscription-writes",
    "VirtualMachineScaleSets_Delete, DeleteVMScaleSet, subscription-deletes",
    "VirtualMachineScaleSets_List, HighCostGetVMScaleSet, subscription-reads",
    "VirtualMachineScaleSetVMs_List, HighCostGetVMScaleSet, subscription-reads",
    "VirtualMachines_InstanceView, GetVM, subscription-reads",
    "Operations_Get, GetOperation, subscription-reads"
  })
  void areSharedByWhatAzureCountsTogether(String action, String group, String kind) {
    assertThat(limits.counters(action))
        .extracting(CallCounter::name)
        .containsExactly(group + "Resource", group + "SubscriptionMaximum", kind);
  }

  @Test
  void areThosePublished() {
    assertThat(limits.counters("VirtualMachineScaleSets_Update"))
        .containsExactly(
            new CallCounter("VMScaleSetActionsResource", true, new RateLimit(12, 4 / 60.0)),
            new CallCounter(
                "VMScaleSetActionsSubscriptionMaximum", false, new RateLimit(1500, 500 / 60.0)),
            new CallCounter("subscription-writes", false, new RateLimit(200, 10)));
  }

  @Test
  void ofWhatOnlyResourceManagerCountsAreItsOwn() {
    assertThat(limits.counters("RoleAssignments_Create"))
        .extracting(CallCounter::name)
        .containsExactly("subscription-writes");
    assertThat(limits.counters("ResourceSkus_List"))
        .extracting(CallCounter::name)
        .containsExactly("subscription-reads");
    assertThat(limits.counters("GetToken"))
        .extracting(CallCounter::name)
        .containsExactly("GetToken");
  }

  @Test
  void tellReadsFromWritesForEveryCallOfAzure() {
    try (AzureCloud cloud = AzureCloud.start()) {
      for (String action : cloud.operations()) {
        String kind = limits.counters(action).getLast().name();
        boolean read =
            action.matches(".*(Get|List|View|Existence).*") && !action.equals("GetToken");

        assertThat(kind.equals("subscription-reads")).as(action).isEqualTo(read);
      }
    }
  }

  @Test
  void areKeptForTheResourceThatAPathNames() {
    assertThat(
            ArmRequest.counted(
                "/subscriptions/s/resourceGroups/Prod/providers/Microsoft.Compute/virtualMachineScaleSets/Workers/virtualMachines/7"))
        .isEqualTo("prod/virtualmachinescalesets/workers");
    assertThat(ArmRequest.counted("/subscriptions/s/providers/Microsoft.Compute/skus")).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "http://management.azure.com",
        "https://management.azure.com/x",
        "https://user@management.azure.com",
        "https://management.azure.com?x",
        "ftp://127.0.0.1",
        "management.azure.com"
      })
  void noTokenGoesToAnAddressThatIsNone(String address) {
    assertThatThrownBy(() -> AzureEndpoints.of(Map.of("endpoint", address)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("--set azure.endpoint: ");
    assertThatThrownBy(() -> AzureEndpoints.of(Map.of("authority-host", address)))
        .hasMessageStartingWith("--set azure.authority-host: ");
  }
}
