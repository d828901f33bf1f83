package io.weir.provider.azure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.Json;
import io.weir.clouds.CloudFault;
import io.weir.provider.CloudScope;
import io.weir.provider.Instance;
import io.weir.provider.Observation;
import io.weir.provider.ObservationRequest;
import io.weir.provider.PlanStep;
import io.weir.provider.PoolDetail;
import io.weir.provider.ProviderException;
import io.weir.provider.azure.account.calls.ArmApi;
import io.weir.provider.azure.account.calls.ArmRequest;
import io.weir.provider.azure.api.AzureMachinePool;
import io.weir.provider.azure.scaleset.DesiredScaleSet;
import io.weir.provider.azure.scaleset.ObservedScaleSet;
import io.weir.provider.azure.scaleset.RoleAssignment;
import io.weir.provider.azure.scaleset.ScaleSetStep;
import io.weir.provider.kit.PoolObjects;
import io.weir.provider.kit.TestReconciler;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What only Azure has; what every cloud has is in the contract. */
class AzureMachinePoolProviderIT {
  private static final String ROLE = "8d2c5c26-0f4f-4c3b-9f34-2f6a6d3d0b11";

  private AzureUnderTest azure = new AzureUnderTest(AzureMachinePool.UNIFORM);
  private TestReconciler<DesiredScaleSet, ObservedScaleSet> testReconciler =
      new TestReconciler<>(azure);
  private PoolObjects pool = azure.pool("workers", 3);

  @AfterEach
  void stop() {
    azure.close();
  }

  /** Has virtual machines of their own be made instead. */
  private void useFlexible() {
    azure.close();
    azure = new AzureUnderTest(AzureMachinePool.FLEXIBLE);
    testReconciler = new TestReconciler<>(azure);
    pool = azure.pool("workers", 3);
  }

  private void settle() throws Exception {
    var _ = testReconciler.converge(pool);
    azure.completePendingWork();
    var _ = testReconciler.converge(pool);
  }

  private ObservedScaleSet seen() throws Exception {
    return testReconciler.observe(pool).observedState().orElseThrow();
  }

  private ObservedScaleSet seenAmongAll() throws Exception {
    return testReconciler
        .observe(testReconciler.scope(pool), new ObservationRequest.All())
        .get("workers")
        .observedState()
        .orElseThrow();
  }

  private Map<String, Integer> callsOf(Work work) throws Exception {
    var before = azure.cloud.journal().callCounts();
    work.run();
    var made = new TreeMap<>(azure.cloud.journal().callCounts());
    before.forEach((action, count) -> made.merge(action, -count, Integer::sum));
    made.values().removeIf(count -> count == 0);
    return made;
  }

  private interface Work {
    void run() throws Exception;
  }

  @Nested
  class Looks {
    @Test
    void readTheInstancesOfASetThatStaysAsItIsOnlyNowAndThen() throws Exception {
      settle();
      azure.time.advance(Duration.ofMinutes(5));

      Map<String, Integer> first = callsOf(() -> seenAmongAll());
      azure.time.advance(Duration.ofMinutes(1));
      Map<String, Integer> second = callsOf(() -> seenAmongAll());
      azure.time.advance(Duration.ofMinutes(1));
      Map<String, Integer> third = callsOf(() -> seenAmongAll());

      assertThat(first)
          .containsOnly(
              Map.entry("VirtualMachineScaleSets_List", 1),
              Map.entry("VirtualMachineScaleSetVMs_List", 1));
      assertThat(second).containsOnly(Map.entry("VirtualMachineScaleSets_List", 1));
      assertThat(third).isEqualTo(first);
    }

    @ParameterizedTest
    @CsvSource({
      "somebody, 9, false",
      "somebody, 10, true",
      "Weir.io_Pool, 2, true",
      "weir.io_management-cluster, 2, true",
      "sigs.k8s.io_cluster-api-provider-azure_cluster_another, 2, true"
    })
    void readThoseOfASetThatNobodyHasMarkedLessOften(String tag, int minutes, boolean read)
        throws Exception {
      settle();
      ObjectNode body = Json.MAPPER.createObjectNode();
      body.putObject("tags").put(tag, "x");
      var _ = azure.arm().patch(azure.scaleSet("Update", "workers"), body);
      azure.completePendingWork();
      var _ = seenAmongAll();

      azure.time.advance(Duration.ofMinutes(minutes));

      assertThat(callsOf(() -> seenAmongAll()).containsKey("VirtualMachineScaleSetVMs_List"))
          .isEqualTo(read);
    }

    @Test
    void readThemAtOnceWhenTheSetHasChanged() throws Exception {
      settle();
      var _ = seenAmongAll();

      var _ =
          azure
              .arm()
              .post(
                  ArmRequest.of(
                      "VirtualMachineScaleSets_DeleteInstances",
                      ArmApi.COMPUTE,
                      azure.scaleSet("Get", "workers").path() + "/delete"),
                  Json.MAPPER.readTree("{\"instanceIds\": [\"1\"]}"));

      assertThat(seenAmongAll().instances())
          .extracting(Instance::state)
          .containsExactly(
              Instance.State.RUNNING, Instance.State.TERMINATING, Instance.State.RUNNING);
    }

    @Test
    void ofOneSetBelieveNothingThatWasReadBefore() throws Exception {
      settle();
      var _ = seenAmongAll();

      assertThat(callsOf(() -> seen()))
          .containsOnly(
              Map.entry("VirtualMachineScaleSets_Get", 1),
              Map.entry("VirtualMachineScaleSetVMs_List", 1));
    }

    @Test
    void ofManyNamesTakeOneListOfSets() throws Exception {
      Set<String> names = Set.of("a", "b", "c", "d", "e", "f");
      var request = new ObservationRequest.Only(names);
      CloudScope scope = testReconciler.scope(pool);
      var _ = testReconciler.observe(scope, request);

      assertThat(callsOf(() -> testReconciler.observe(scope, request)))
          .containsOnly(Map.entry("VirtualMachineScaleSets_List", 1));
    }

    @Test
    void takeNoCreationTimeFromTheFuture() throws Exception {
      settle();

      azure.behind = Duration.ofHours(1);

      assertThat(seen().members()).hasSize(3).allMatch(each -> each.created().isEmpty());
    }

    @ParameterizedTest
    @ValueSource(strings = {AzureMachinePool.UNIFORM, AzureMachinePool.FLEXIBLE})
    void tellThatASpotMachineWasEvicted(String mode) throws Exception {
      if (mode.equals(AzureMachinePool.FLEXIBLE)) {
        useFlexible();
      }
      pool.poolTree()
          .withObject("/spec/template/spotVMOptions")
          .put("evictionPolicy", "Deallocate");
      settle();
      String id = seen().instances().getFirst().providerId().substring("azure://".length());
      assertThat(azure.cloud.admin().evict(id)).isTrue();

      assertThat(seen().instances().getFirst().state()).isEqualTo(Instance.State.FAILED);
    }
  }

  @Nested
  class Writes {
    @ParameterizedTest
    @ValueSource(
        strings = {
          "{\"tags\": {\"of\": \"somebody\"}}",
          "{\"sku\": {\"name\": \"Standard_D2s_v3\", \"capacity\": 4}}",
          "{\"sku\": {\"name\": \"Standard_D8s_v3\", \"capacity\": 3}}",
          "{\"zones\": [\"1\", \"2\", \"3\"]}",
          "{\"identity\": {\"type\": \"SystemAssigned\"}}",
          "{\"properties\": {\"virtualMachineProfile\": {\"securityProfile\":"
              + " {\"encryptionAtHost\": true}}}}"
        })
    void onWhatDidNotTellItsEtagAreRefusedIfSomebodyHasChangedItSince(String change)
        throws Exception {
      pool.machinePoolTree().withObject("/spec").putArray("failureDomains").add("1").add("2");
      settle();
      ObservedScaleSet before = seen();
      PlanStep step = tagging(before);
      var _ = azure.arm().patch(azure.scaleSet("Update", "workers"), Json.MAPPER.readTree(change));
      JsonNode changed = azure.shown("workers");
      assertThat(changed).isNotEqualTo(before.document());

      assertThatThrownBy(() -> apply(step, before)).isInstanceOf(ProviderException.Busy.class);
      assertThat(azure.shown("workers")).isEqualTo(changed);
    }

    @Test
    void onWhatDidNotTellItsEtagAreMadeIfItIsAsItWas() throws Exception {
      settle();
      ObservedScaleSet before = seen();

      apply(tagging(before), before);

      assertThat(azure.shown("workers").path("tags").path("new").asText()).isEqualTo("tag");
    }

    private PlanStep tagging(ObservedScaleSet before) {
      var tags = new TreeMap<>(before.tags());
      tags.put("new", "tag");
      return new ScaleSetStep.SetTags("workers", tags, Map.of("new", "tag"), "", "asked for");
    }

    private void settleWithRole() throws Exception {
      pool.poolTree().withObject("/spec").put("identity", "SystemAssigned");
      pool.poolTree().withObject("/spec/systemAssignedIdentityRole").put("name", ROLE);
      settle();
      azure.completePendingWork();
      settle();
    }

    private ScaleSetStep.AssignRole assignment() {
      return testReconciler.stepsDone().stream()
          .filter(ScaleSetStep.AssignRole.class::isInstance)
          .map(ScaleSetStep.AssignRole.class::cast)
          .reduce((_, last) -> last)
          .orElseThrow();
    }

    private String principal(String assignment) throws Exception {
      return azure.arm().get(role(assignment)).at("/properties/principalId").asText();
    }

    @Test
    void ofARoleThatTheIdentityHasByAnotherNameAreDone() throws Exception {
      settleWithRole();
      var made = assignment();
      var renamed =
          new RoleAssignment(
              "11111111-2222-4333-8444-555555555555",
              made.role().scope(),
              made.role().definitionId());

      apply(
          new ScaleSetStep.AssignRole(
              "workers", renamed, made.principalId(), made.mark(), "once more"),
          seen());

      assertThat(azure.arm().get(role(made.role().id())).path("name").asText()).isEqualTo(ROLE);
    }

    @Test
    void ofARoleAreMadeAnewForTheIdentityOfASetThatWasMadeAnew() throws Exception {
      settleWithRole();
      var first = assignment();
      var _ = azure.arm().delete(azure.scaleSet("Delete", "workers"));
      azure.completePendingWork();

      settleWithRole();

      assertThat(seen().principalId()).isNotEqualTo(first.principalId());
      assertThat(principal(first.role().id())).isEqualTo(seen().principalId());
    }

    @Test
    void ofARoleThatIsAnothersAreRefusedWithWhatToDelete() throws Exception {
      settleWithRole();
      var made = assignment();
      var another =
          new ScaleSetStep.AssignRole("workers", made.role(), "another", made.mark(), "test");

      assertThatThrownBy(() -> apply(another, seen()))
          .isInstanceOf(ProviderException.Rejected.class)
          .hasMessage(
              "role assignment %s is of another identity, or gives another role, and is not known to be this pool's: delete it in Azure, or recreate the pool"
                  .formatted(made.role().id()));
    }

    @Test
    void takeAwayARoleOnlyIfItIsOfThatIdentityOrHasTheMarkOfThePool() throws Exception {
      settleWithRole();
      var made = assignment();
      String id = made.role().id();
      String mark = made.mark();

      apply(new ScaleSetStep.RemoveRole("workers", id, "another", mark + "1", "test"), seen());
      assertThat(principal(id)).isEqualTo(made.principalId());

      apply(new ScaleSetStep.RemoveRole("workers", id, "another", mark, "test"), seen());
      assertThatThrownBy(() -> principal(id)).isInstanceOf(ProviderException.NotFound.class);

      apply(made, seen());
      apply(
          new ScaleSetStep.RemoveRole("workers", id, made.principalId(), "another", "test"),
          seen());
      assertThatThrownBy(() -> principal(id)).isInstanceOf(ProviderException.NotFound.class);
      apply(new ScaleSetStep.RemoveRole("workers", id, made.principalId(), mark, "test"), seen());
    }

    private ArmRequest role(String id) {
      return ArmRequest.of("RoleAssignments_Get", ArmApi.AUTHORIZATION, id);
    }

    private void apply(PlanStep step, ObservedScaleSet before) throws Exception {
      var _ =
          testReconciler
              .provider()
              .apply(
                  testReconciler.scope(pool),
                  step,
                  new Observation.Present<>(before, azure.clock().instant()),
                  "key");
    }
  }

  @Nested
  class Failures {
    @Test
    void ofAWriteThatWasAcceptedAreToldInAzuresWordsUntilTheNext() throws Exception {
      azure.cloud.faults().add(CloudFault.of(CloudFault.Kind.NO_CAPACITY));
      var _ = testReconciler.converge(pool);
      azure.completePendingWork();

      ObservedScaleSet failed = detailed();

      assertThat(failed.failure())
          .hasValueSatisfying(
              why ->
                  assertThat(why)
                      .startsWith("VirtualMachineScaleSets_CreateOrUpdate: ")
                      .contains("ZonalAllocationFailed"));
      assertThat(failed.problem().orElseThrow()).contains("ZonalAllocationFailed");

      azure.cloud.faults().clear();
      var _ = testReconciler.converge(pool.setReplicas(4));
      assertThat(detailed().failure()).isEmpty();
    }

    private ObservedScaleSet detailed() throws Exception {
      ObservedScaleSet state = seen();
      for (PoolDetail<ObservedScaleSet, ?> detail : testReconciler.provider().details()) {
        state = detail.readNow(testReconciler.scope(pool), "workers", state, false);
      }
      return state;
    }
  }

  @Nested
  class Names {
    @Test
    void ofMachinesOnWindowsHaveAnotherPasswordEachTimeThatNobodyReads() throws Exception {
      ObjectNode template = pool.poolTree().withObject("/spec/template");
      template.withObject("/osDisk").put("osType", "Windows");
      settle();

      JsonNode os = azure.shown("workers").at("/properties/virtualMachineProfile/osProfile");
      assertThat(os.path("windowsConfiguration").isObject()).isTrue();
      assertThat(os.has("adminPassword")).isFalse();
      assertThat(seen().instances()).hasSize(3);
    }
  }
}
