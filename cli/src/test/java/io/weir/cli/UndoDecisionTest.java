package io.weir.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.weir.api.ApiObject;
import io.weir.api.GroupKind;
import io.weir.api.Json;
import io.weir.api.core.ContractReference;
import io.weir.cli.UndoDecision.Edit;
import io.weir.cli.UndoDecision.Planned;
import io.weir.cli.UndoDecision.Refused;
import io.weir.engine.settled.MachineSettings;
import io.weir.engine.settled.SettledAnnotation;
import io.weir.engine.settled.SettledSubject;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class UndoDecisionTest {

  private static final Set<String> FIELDS = Set.of("additionalTags", "awsLaunchTemplate");

  private final ObjectNode machinePool =
      object("cluster.x-k8s.io/v1beta2", "MachinePool", "workers");
  private final ObjectNode infrastructure =
      object("infrastructure.cluster.x-k8s.io/v1beta2", "AWSMachinePool", "workers");

  UndoDecisionTest() {
    type("t3.small");
    template().put("version", "v1.35.4");
    bootstrap()
        .put("dataSecretName", "workers")
        .putObject("configRef")
        .put("apiGroup", "bootstrap.cluster.x-k8s.io")
        .put("kind", "KubeadmConfig")
        .put("name", "workers");
  }

  @Nested
  class Goes {

    @Test
    void backToTheSettingsBeforeThePresentOnes() {
      settle();
      type("m5.large");
      launchTemplate().put("sshKeyName", "ops");
      settle();

      Edit edit = planned().edits().getFirst();

      assertThat(planned().edits()).hasSize(1);
      assertThat(edit.object().groupKind().kind()).isEqualTo("AWSMachinePool");
      assertThat(edit.patch())
          .hasToString(
              "{\"spec\":{\"awsLaunchTemplate\":{\"instanceType\":\"t3.small\",\"sshKeyName\":null}}}");
      assertThat(edit.changes())
          .extracting(FieldChange::described)
          .containsExactly(
              "spec.awsLaunchTemplate.instanceType is set from m5.large to t3.small",
              "spec.awsLaunchTemplate.sshKeyName, which is ops, is removed");
    }

    @Test
    void backToTheLastSettingsThatHaveSettledWhereThePresentOnesHaveNot() {
      type("t2.nano");
      settle();
      type("t3.small");
      settle();
      type("no.such");

      assertThat(described())
          .containsExactly("spec.awsLaunchTemplate.instanceType is set from no.such to t3.small");
    }

    @Test
    void backInTheMachinePoolAfterTheInfrastructurePool() {
      settle();
      type("m5.large");
      template().put("version", "v1.36.1");
      bootstrap().put("dataSecretName", "others").withObject("/configRef").put("name", "others");
      settle();

      assertThat(described())
          .containsExactly(
              "spec.awsLaunchTemplate.instanceType is set from m5.large to t3.small",
              "spec.template.spec.version is set from v1.36.1 to v1.35.4",
              "spec.template.spec.bootstrap.configRef.name is set from others to workers",
              "spec.template.spec.bootstrap.dataSecretName is set from others to workers");
      assertThat(planned().config())
          .contains(
              new ContractReference("bootstrap.cluster.x-k8s.io", "KubeadmConfig", "workers"));
      assertThat(planned().notes()).isEmpty();
    }

    @Test
    void forthAgainWhenUndoneTwice() {
      settle();
      type("m5.large");
      settle();
      type("t3.small");
      settle();

      assertThat(described())
          .containsExactly("spec.awsLaunchTemplate.instanceType is set from t3.small to m5.large");
    }

    @Test
    void withANoteThatTheContentOfAConfigIsNotHadBack() {
      settle();
      type("m5.large");
      settle();

      assertThat(planned().notes())
          .containsExactly(
              "what KubeadmConfig team/workers makes machines run stays as it is: its former"
                  + " content is not kept");
    }
  }

  @Nested
  class Refuses {

    @Test
    void whereNothingIsRecorded() {
      assertThat(refused())
          .isEqualTo(
              "nothing is recorded of AWSMachinePool team/workers: the manager records its settings"
                  + " when all machines are up to date and available; set the former settings"
                  + " yourself, from where you keep your objects");
    }

    @Test
    void whereThePoolHasSettledOnce() {
      settle();

      assertThat(refused())
          .startsWith(
              "no settings before the present ones are recorded of AWSMachinePool team/workers;"
                  + " set");
    }

    @Test
    void whatCameWithACopyOfAnotherPool() {
      twice();
      infrastructure.withObject("/metadata").put("name", "copy");

      assertThat(refused())
          .startsWith(
              "what is recorded of AWSMachinePool team/copy came with a copy of another pool,"
                  + " team/workers: the manager records its own settings when");
    }

    @Test
    void fieldsThatTheManagersReleaseDidNotKnow() {
      twice();

      assertThat(
              UndoDecision.of(
                  new ApiObject(machinePool),
                  new ApiObject(infrastructure),
                  Optional.empty(),
                  Set.of("additionalTags", "awsLaunchTemplate", "newer")))
          .isEqualTo(
              new Refused(
                  "the settings of AWSMachinePool team/workers are recorded by a release that"
                      + " knows other fields or versions of it than this command: use the weir of"
                      + " the manager's release; if it is that, no settings of this release are"
                      + " recorded yet; set the former settings yourself, from where you keep your"
                      + " objects"));
    }

    @Test
    void whileTheRolloutIsPaused() {
      twice();
      machinePool.withObject("/metadata/annotations").put("weir.io/rollout", "paused");

      assertThat(refused())
          .isEqualTo(
              "cannot undo the rollout of a pool that is paused: resume it first with: weir rollout"
                  + " resume workers -n team");
    }

    @Test
    void whileAnObjectIsPaused() {
      twice();
      infrastructure.withObject("/metadata/annotations").put("cluster.x-k8s.io/paused", "");

      assertThat(refused())
          .startsWith(
              "cannot undo the rollout of a pool that is paused: AWSMachinePool team/workers has"
                  + " the annotation");
    }

    @Test
    void whileTheClusterIsPaused() {
      twice();
      ObjectNode cluster = object("cluster.x-k8s.io/v1beta2", "Cluster", "c");
      cluster.withObject("/spec").put("paused", true);

      assertThat(
              UndoDecision.of(
                  new ApiObject(machinePool),
                  new ApiObject(infrastructure),
                  Optional.of(new ApiObject(cluster)),
                  FIELDS))
          .isInstanceOfSatisfying(
              Refused.class,
              refused ->
                  assertThat(refused.why()).contains("spec.paused of Cluster team/c is true"));
    }

    @Test
    void fieldsThatSayNothingOfMachines() {
      noted(
          """
          {"format": 1, "apiVersion": "infrastructure.cluster.x-k8s.io/v1beta2",
           "pool": "team/workers", "fields": ["additionalTags", "awsLaunchTemplate"],
           "latest": {"infrastructure": {"providerIDList": ["aws:///z/i-0"]}, "machinePool": {}}}
          """);
      String ofInfrastructure = refused();
      noted(
          """
          {"format": 1, "apiVersion": "infrastructure.cluster.x-k8s.io/v1beta2",
           "pool": "team/workers", "fields": ["additionalTags", "awsLaunchTemplate"],
           "latest": {"infrastructure": {}, "machinePool": {"clusterName": "other\\u001b"}}}
          """);

      assertThat(ofInfrastructure)
          .startsWith(
              "the annotation weir.io/settled of AWSMachinePool team/workers names providerIDList,"
                  + " which says nothing of what machines are made of");
      assertThat(refused()).contains("names clusterName, which");
    }

    @Test
    void whatAnotherReleaseHasWritten() {
      noted("{\"format\": 2}");
      String format = refused();
      noted(
          "{\"format\": 1, \"apiVersion\": \"g/v9\", \"pool\": \"team/workers\", \"latest\":"
              + " {\"infrastructure\": {}, \"machinePool\": {}}}");

      assertThat(format).contains("it is not of format 1; use the weir of the manager's release");
      assertThat(refused())
          .startsWith(
              "the settings of AWSMachinePool team/workers are recorded by a release that knows"
                  + " other fields or versions of it than this command: use the weir of the"
                  + " manager's release;");
      noted(
          "{\"format\": 1, \"apiVersion\": \"infrastructure.cluster.x-k8s.io/v1beta2\", \"latest\":"
              + " {\"infrastructure\": {}, \"machinePool\": {}}}");
      assertThat(refused()).contains("recorded by a release that knows other fields");
    }

    @Test
    void settingsThatWereTooLongToBeKept() {
      noted("{\"format\": 1, \"tooLong\": 20000}");

      assertThat(refused())
          .startsWith(
              "the settings of AWSMachinePool team/workers are not recorded, as they take 20000"
                  + " bytes and 16384 are kept");
    }
  }

  @Test
  void whatATerminalWouldObeyIsNotShown() {
    settle();
    type("evil\u001b[2J\u202e\u009b");

    assertThat(described()).singleElement().asString().contains("evil?[2J??");
  }

  @Test
  void howeverLongAValueIsAllOfItIsShown() {
    settle();
    type("x".repeat(2_000) + "y");

    assertThat(described()).singleElement().asString().contains("xy to t3.small");
  }

  @Test
  void theFieldsOfEachKindAreKnown() {
    String group = "infrastructure.cluster.x-k8s.io";

    assertThat(MachineFields.of(new GroupKind(group, "AWSMachinePool")).orElseThrow())
        .contains("awsLaunchTemplate")
        .doesNotContain("providerIDList", "minSize");
    assertThat(MachineFields.of(new GroupKind(group, "ScalewayManagedMachinePool")))
        .contains(Set.of());
    assertThat(MachineFields.of(new GroupKind(group, "DockerMachinePool"))).isEmpty();
  }

  private void twice() {
    settle();
    type("m5.large");
    settle();
  }

  private void settle() {
    var object = new ApiObject(infrastructure);
    noted(
        SettledAnnotation.after(
            object.annotation("weir.io/settled"),
            SettledSubject.of(object, FIELDS),
            MachineSettings.of(object, new ApiObject(machinePool), FIELDS)));
  }

  private void noted(String text) {
    infrastructure.withObject("/metadata/annotations").put("weir.io/settled", text);
  }

  private UndoDecision decision() {
    return UndoDecision.of(
        new ApiObject(machinePool), new ApiObject(infrastructure), Optional.empty(), FIELDS);
  }

  private Planned planned() {
    return (Planned) decision();
  }

  private String refused() {
    return ((Refused) decision()).why();
  }

  private List<String> described() {
    return planned().edits().stream()
        .flatMap(edit -> edit.changes().stream())
        .map(FieldChange::described)
        .toList();
  }

  private void type(String type) {
    launchTemplate().put("instanceType", type);
  }

  private ObjectNode launchTemplate() {
    return infrastructure.withObject("/spec/awsLaunchTemplate");
  }

  private ObjectNode template() {
    return machinePool.withObject("/spec/template/spec");
  }

  private ObjectNode bootstrap() {
    return template().withObject("/bootstrap");
  }

  private static ObjectNode object(String apiVersion, String kind, String name) {
    ObjectNode tree = Json.MAPPER.createObjectNode();
    tree.put("apiVersion", apiVersion).put("kind", kind);
    tree.putObject("metadata").put("namespace", "team").put("name", name);
    return tree;
  }
}
