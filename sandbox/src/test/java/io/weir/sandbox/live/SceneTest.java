package io.weir.sandbox.live;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.clouds.InstanceState;
import io.weir.clouds.InstanceState.Stage;
import java.util.List;
import org.junit.jupiter.api.Test;

class SceneTest {
  private final Scene scene = new Scene();

  @Test
  void aPoolIsToldWhenItsPhaseChangesAndNotWhenItsNumbersDo() {
    List<News> first = scene.pool(Scenes.pool("ScalingUp", 1, 0), Scenes.START);
    List<News> more = scene.pool(Scenes.pool("ScalingUp", 2, 1), Scenes.START);
    List<News> done = scene.pool(Scenes.pool("Running", 3, 3), Scenes.START);

    assertThat(first).extracting(News::what).containsExactly("is ScalingUp");
    assertThat(more).isEmpty();
    assertThat(done).extracting(News::tone).containsExactly(News.Tone.GOOD);
  }

  @Test
  void anInstanceIsToldAtEveryStepOfItsLife() {
    var pending = Scenes.instance("i-1", "us-east-1a", "pending", Stage.COMING);
    var running = Scenes.instance("i-1", "us-east-1a", "running", Stage.RUNNING);

    List<News> launched = scene.instances(List.of(pending), Scenes.START);
    List<News> same = scene.instances(List.of(pending), Scenes.START);
    List<News> booted = scene.instances(List.of(running), Scenes.START);

    assertThat(launched)
        .extracting(News::sentence)
        .containsExactly("of workers in us-east-1a is pending");
    assertThat(same).isEmpty();
    assertThat(booted).hasSize(1);
  }

  @Test
  void stepsOfACloudThatHasManyAreNotAllTold() {
    scene.instances(
        List.of(Scenes.instance("n", "fr-par-1", "creating", Stage.COMING)), Scenes.START);

    List<News> placed =
        scene.instances(
            List.of(Scenes.instance("n", "fr-par-1", "starting", Stage.COMING)), Scenes.START);

    assertThat(placed).isEmpty();
    assertThat(scene.instances()).extracting(InstanceState::state).containsExactly("starting");
  }

  @Test
  void anInstanceThatItsCloudForgetsAtOnceIsToldToBeGone() {
    scene.instances(
        List.of(Scenes.instance("n", "fr-par-1", "deleting", Stage.LEAVING)), Scenes.START);

    List<News> gone = scene.instances(List.of(), Scenes.START);

    assertThat(gone).extracting(News::sentence).containsExactly("of workers in fr-par-1 is gone");
    assertThat(scene.instances()).isEmpty();
  }

  @Test
  void theSameAgainIsCounted() {
    News one = News.bad(Scenes.START, "AWS DescribeImages", "Throttling");

    scene.tell(one);
    scene.tell(one);
    List<News> third = scene.tell(one);

    assertThat(third).isEmpty();
    assertThat(scene.news()).extracting(News::sentence).containsExactly("Throttling (3 times)");
  }

  @Test
  void aNodeWithoutItsInstanceIsAStray() {
    scene.node(new NodeRow("n", "aws:///us-east-1a/i-1", true, "v1"), Scenes.START);
    scene.instances(
        List.of(Scenes.instance("i-1", "us-east-1a", "terminated", Stage.GONE)), Scenes.START);

    assertThat(scene.strays()).extracting(NodeRow::name).containsExactly("n");
    assertThat(scene.instances()).isEmpty();
  }
}
