package io.weir.sandbox.live;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.clouds.InstanceState;
import io.weir.clouds.InstanceState.Phase;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ScreenModelTest {
  private final ScreenModel screenModel = new ScreenModel();

  @Test
  void aPoolIsToldWhenItsPhaseChangesAndNotWhenItsNumbersDo() {
    List<ActivityEntry> first =
        screenModel.updatePool(ScreenModels.pool("ScalingUp", 1, 0), ScreenModels.START);
    List<ActivityEntry> more =
        screenModel.updatePool(ScreenModels.pool("ScalingUp", 2, 1), ScreenModels.START);
    List<ActivityEntry> done =
        screenModel.updatePool(ScreenModels.pool("Running", 3, 3), ScreenModels.START);

    assertThat(first).extracting(ActivityEntry::what).containsExactly("is ScalingUp");
    assertThat(more).isEmpty();
    assertThat(done).extracting(ActivityEntry::tone).containsExactly(ActivityEntry.Tone.GOOD);
  }

  @Test
  void anInstanceIsToldAtEveryStepOfItsLife() {
    var pending = ScreenModels.instance("i-1", "us-east-1a", "pending", Phase.PENDING);
    var running = ScreenModels.instance("i-1", "us-east-1a", "running", Phase.RUNNING);

    List<ActivityEntry> launched = screenModel.instances(List.of(pending), ScreenModels.START);
    List<ActivityEntry> same = screenModel.instances(List.of(pending), ScreenModels.START);
    List<ActivityEntry> booted = screenModel.instances(List.of(running), ScreenModels.START);

    assertThat(launched)
        .extracting(ActivityEntry::text)
        .containsExactly("of workers in us-east-1a is pending");
    assertThat(same).isEmpty();
    assertThat(booted).hasSize(1);
  }

  @Test
  void anInstanceThatDoesNotJoinIsCalledAsInTheList() {
    String id = "/subscriptions/s/virtualMachineScaleSets/workers/virtualMachines/3";
    screenModel.instances(
        List.of(ScreenModels.instance(id, "westeurope-1", "Succeeded", Phase.RUNNING)),
        ScreenModels.START);

    assertThat(screenModel.updateFailures(Map.of(id, "no data"), ScreenModels.START))
        .extracting(ActivityEntry::about)
        .containsExactly("instance workers_3");
  }

  @Test
  void stepsOfACloudThatHasManyAreNotAllTold() {
    screenModel.instances(
        List.of(ScreenModels.instance("n", "fr-par-1", "creating", Phase.PENDING)),
        ScreenModels.START);

    List<ActivityEntry> placed =
        screenModel.instances(
            List.of(ScreenModels.instance("n", "fr-par-1", "starting", Phase.PENDING)),
            ScreenModels.START);

    assertThat(placed).isEmpty();
    assertThat(screenModel.instances())
        .extracting(InstanceState::state)
        .containsExactly("starting");
  }

  @Test
  void anInstanceThatItsCloudForgetsAtOnceIsToldToBeGone() {
    screenModel.instances(
        List.of(ScreenModels.instance("n", "fr-par-1", "deleting", Phase.TERMINATING)),
        ScreenModels.START);

    List<ActivityEntry> gone = screenModel.instances(List.of(), ScreenModels.START);

    assertThat(gone)
        .extracting(ActivityEntry::text)
        .containsExactly("of workers in fr-par-1 is gone");
    assertThat(screenModel.instances()).isEmpty();
  }

  @Test
  void theSameAgainIsCounted() {
    ActivityEntry one = ActivityEntry.bad(ScreenModels.START, "AWS DescribeImages", "Throttling");

    screenModel.addNews(one);
    screenModel.addNews(one);
    List<ActivityEntry> third = screenModel.addNews(one);

    assertThat(third).isEmpty();
    assertThat(screenModel.activity())
        .extracting(ActivityEntry::text)
        .containsExactly("Throttling (3 times)");
  }

  @Test
  void aNodeWithoutItsInstanceIsAStray() {
    screenModel.node(
        new NodeRow("n", "aws:///us-east-1a/i-1", true, false, "v1"), ScreenModels.START);
    screenModel.instances(
        List.of(ScreenModels.instance("i-1", "us-east-1a", "terminated", Phase.TERMINATED)),
        ScreenModels.START);

    assertThat(screenModel.orphanNodes()).extracting(NodeRow::name).containsExactly("n");
    assertThat(screenModel.instances()).isEmpty();
  }
}
