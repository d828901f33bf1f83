package io.weir.sandbox.live;

import static org.assertj.core.api.Assertions.assertThat;

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
    var pending = new InstanceRow("i-1", "workers", "us-east-1a", "pending");
    var running = new InstanceRow("i-1", "workers", "us-east-1a", "running");

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
        List.of(new InstanceRow("i-1", "workers", "us-east-1a", "terminated")), Scenes.START);

    assertThat(scene.strays()).extracting(NodeRow::name).containsExactly("n");
    assertThat(scene.instances()).isEmpty();
  }
}
