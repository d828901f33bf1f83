package io.weir.provider.azure.scaleset;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.weir.api.Json;
import io.weir.provider.Instance.State;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ScaleSetInstanceTest {

  private static ScaleSetInstance read(String json, boolean flexible) {
    try {
      return ScaleSetInstance.read(Json.MAPPER.readTree(json), flexible);
    } catch (JsonProcessingException malformed) {
      throw new AssertionError(json, malformed);
    }
  }

  @Test
  void aUniformInstanceHasTheProviderIdOfItsNode() {
    var instance =
        read(
            """
            {"name": "pool-a_7", "instanceId": "7", "zones": ["2"],
             "id": "/subscriptions/S1/resourceGroups/W1-RG/providers/Microsoft.Compute/virtualMachineScaleSets/pool-a/virtualMachines/7",
             "properties": {"provisioningState": "Succeeded", "latestModelApplied": false, "timeCreated": "2026-03-01T10:00:00.1234567+00:00"}}
            """,
            false);

    assertThat(instance.id()).isEqualTo("7");
    assertThat(instance.providerId())
        .isEqualTo(
            "azure:///subscriptions/S1/resourceGroups/w1-rg/providers/Microsoft.Compute/virtualMachineScaleSets/pool-a/virtualMachines/7");
    assertThat(instance.zone()).isEqualTo("2");
    assertThat(instance.latestModel()).contains(false);
    assertThat(instance.created()).contains(Instant.parse("2026-03-01T10:00:00.1234567Z"));
  }

  @ParameterizedTest
  @CsvSource({
    "/subscriptions/s1/resourceGroups/Rg/providers/Microsoft.Compute/virtualMachines/pool-a_0f3",
    "/subscriptions/s1/resourceGroups/RG/providers/Microsoft.Compute/virtualMachineScaleSets/pool-a/virtualMachines/pool-a_0f3"
  })
  void aFlexibleInstanceIsNamedWithoutItsSetWhicheverListShowsIt(String id) {
    var instance = read("{\"name\": \"pool-a_0f3\", \"id\": \"%s\"}".formatted(id), true);

    assertThat(instance.id()).isEqualTo("pool-a_0f3");
    assertThat(instance.providerId())
        .isEqualTo(
            "azure:///subscriptions/s1/resourceGroups/rg/providers/Microsoft.Compute/virtualMachines/pool-a_0f3");
    assertThat(instance.latestModel()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "Creating, '', false, STARTING",
    "Succeeded, '', false, RUNNING",
    "Succeeded, running, false, RUNNING",
    "Updating, running, false, RUNNING",
    "Migrating, running, false, RUNNING",
    "Succeeded, starting, false, STARTING",
    "Succeeded, deallocated, false, IDLE",
    "Succeeded, stopped, false, IDLE",
    "Succeeded, deallocated, true, FAILED",
    "Succeeded, deallocating, true, FAILED",
    "Failed, '', false, FAILED",
    "Failed, stopped, false, FAILED",
    "Failed, running, false, RUNNING",
    "Deleting, running, false, TERMINATING",
  })
  void itsStateFollowsFromProvisioningAndPower(
      String provisioning, String power, boolean spot, State expected) {
    String statuses =
        power.isEmpty()
            ? ""
            : "{\"code\": \"PowerState/%s\", \"level\": \"Info\"}".formatted(power);
    var instance =
        read(
            """
            {"name": "a", "properties": {"provisioningState": "%s", "priority": "%s", "instanceView": {"statuses": [%s]}}}
            """
                .formatted(provisioning, spot ? "Spot" : "Regular", statuses),
            false);

    assertThat(instance.state()).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource({
    "AllocationFailed, No room., 'No room. (AllocationFailed); Azure has no room at the moment:"
        + " another AzureMachinePool spec.template.vmSize or more zones in MachinePool"
        + " spec.failureDomains may have'",
    "SpotPriceGreaterThanProvidedMaxPrice, Too dear., 'Too dear."
        + " (SpotPriceGreaterThanProvidedMaxPrice); raise AzureMachinePool"
        + " spec.template.spotVMOptions.maxPrice, or wait'",
    "OperationNotAllowed, The quota is 10., 'The quota is 10. (OperationNotAllowed); ask Azure for"
        + " a higher quota, or make the pool smaller'",
    "OSProvisioningTimedOut, No answer., No answer. (OSProvisioningTimedOut)",
  })
  void whatFailsIsToldInAzuresWordsWithWhatToDo(String code, String message, String expected) {
    var instance =
        read(
            """
            {"name": "pool-a_3", "properties": {"provisioningState": "Failed", "instanceView": {
             "statuses": [{"code": "ProvisioningState/failed/%s", "level": "Error", "message": "%s"}]}}}
            """
                .formatted(code, message),
            false);

    assertThat(instance.problem()).contains("pool-a_3: " + expected);
  }

  @Test
  void whatFailsIsToldPrintableAndBounded() {
    var instance =
        read(
            """
            {"name": "pool-a_3", "properties": {"provisioningState": "Failed", "instanceView": {
             "statuses": [{"code": "ProvisioningState/failed", "level": "Error", "message": "a\\u001b[31m%s"}]}}}
            """
                .formatted("b".repeat(2000)),
            false);

    assertThat(instance.problem().orElseThrow())
        .startsWith("pool-a_3: a?[31mb")
        .hasSizeLessThan(520);
  }

  @Test
  void anExtensionThatFailsIsToldOf() {
    var instance =
        read(
            """
            {"name": "pool-a_3", "properties": {"provisioningState": "Succeeded", "instanceView": {
             "extensions": [{"name": "e", "statuses": [{"code": "ProvisioningState/failed", "level": "Error"}]}]}}}
            """,
            false);

    assertThat(instance.problem()).contains("pool-a_3: ProvisioningState/failed");
  }

  @Test
  void whatAnExtensionsCommandHasWrittenIsNotToldAndTheRestIsBoundedAndPrintable() {
    String status =
        """
        {"name": "pool-a_3", "properties": {"instanceView": {
         "extensions": [{"name": "e", "statuses": [{"level": "Error", "message": "%s"}]}]}}}
        """;

    assertThat(
            read(status.formatted("exit status=1\\n[stdout]\\ntoken=x\\n[stderr]\\nmore"), false)
                .problem())
        .contains("pool-a_3: exit status=1");
    assertThat(read(status.formatted("\\u001b[31mred\\u202e"), false).problem())
        .contains("pool-a_3: ?[31mred?");
    assertThat(read(status.formatted("long ".repeat(1000)), false).problem().orElseThrow())
        .hasSizeLessThan(600);
  }

  @Test
  void whatAzureLeavesOutIsUnknown() {
    var instance = read("{}", true);

    assertThat(instance.providerId()).isEmpty();
    assertThat(instance.created()).isEmpty();
    assertThat(instance.state()).isEqualTo(State.RUNNING);
  }
}
