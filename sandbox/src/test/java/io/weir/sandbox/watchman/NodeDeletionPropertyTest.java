package io.weir.sandbox.watchman;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.ObjectKey;
import io.weir.clouds.InstanceState.Phase;
import org.junit.jupiter.api.Test;

class NodeDeletionPropertyTest {

  private final History history = new History(new NodeDeletionProperty());

  @Test
  void aNodeThatIsDeletedWhileItsInstanceRunsIsFound() {
    history.instance(History.INSTANCE, Phase.RUNNING).node("n1").deletesNode(History.MANAGER, "n1");

    assertThat(history.violations())
        .singleElement()
        .satisfies(
            violation -> {
              assertThat(violation.place()).isEqualTo(History.PLACE);
              assertThat(violation)
                  .asString()
                  .contains("no Node is deleted by Weir while its instance runs")
                  .contains("00:00:01")
                  .contains("i-1 of workers is RUNNING")
                  .contains("delete nodes a by weir-manager (host_1)");
            });
  }

  @Test
  void soIsOneThatTheWatchShowsOnlyLater() {
    history
        .instance(History.INSTANCE, Phase.RUNNING)
        .deletesNode(History.MANAGER, "n1")
        .instance(History.INSTANCE, Phase.TERMINATING)
        .node("n1");

    assertThat(history.violations()).hasSize(1);
  }

  @Test
  void aNodeWhoseInstanceHasEndedMayGo() {
    history
        .instance(History.INSTANCE, Phase.RUNNING)
        .node("n1")
        .instance(History.INSTANCE, Phase.TERMINATING)
        .deletesNode(History.MANAGER, "n1");

    assertThat(history.violations()).isEmpty();
  }

  @Test
  void whatOthersDeleteIsTheirs() {
    history.instance(History.INSTANCE, Phase.RUNNING).node("n1").deletesNode("", "n1");

    assertThat(history.violations()).isEmpty();
  }

  @Test
  void aRefusedDeletionIsNone() {
    history
        .instance(History.INSTANCE, Phase.RUNNING)
        .node("n1")
        .write(History.MANAGER, "delete", "nodes", new ObjectKey("", "a"), "", 409);

    assertThat(history.violations()).isEmpty();
  }
}
