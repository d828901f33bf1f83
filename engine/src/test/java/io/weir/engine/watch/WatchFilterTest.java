package io.weir.engine.watch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.api.ApiObject;
import io.weir.api.MetadataEdits;
import io.weir.api.MetadataKeys;
import io.weir.api.harness.TestObjects;
import org.junit.jupiter.api.Test;

class WatchFilterTest {

  private final ApiObject plain = new ApiObject(TestObjects.pool("default", "demo", "plain"));
  private final ApiObject blue = labelled("blue", "blue");

  private static ApiObject labelled(String name, String value) {
    var tree = TestObjects.pool("default", "demo", name);
    MetadataEdits.setLabel(tree, MetadataKeys.WATCH_FILTER, value);
    return new ApiObject(tree);
  }

  @Test
  void admitsAllObjectsWithoutAValueWhateverTheirLabel() {
    assertThat(WatchFilter.NONE.admits(plain)).isTrue();
    assertThat(WatchFilter.NONE.admits(blue)).isTrue();
  }

  @Test
  void admitsThoseOfItsValueOnly() {
    var filter = new WatchFilter("blue");

    assertThat(filter.admits(blue)).isTrue();
    assertThat(filter.admits(plain)).isFalse();
    assertThat(filter.admits(labelled("other", "green"))).isFalse();
  }

  @Test
  void tellsOfALabelThatWasForgottenOnOneOfTwo() {
    assertThat(WatchFilter.missingLabelMessage(plain, blue))
        .contains(
            "MachinePool default/plain does not have the label cluster.x-k8s.io/watch-filter: blue"
                + " (MachinePool default/blue has it); set it");
    assertThat(WatchFilter.missingLabelMessage(blue, blue)).isEmpty();
    assertThat(WatchFilter.missingLabelMessage(blue, plain)).isEmpty();
  }

  @Test
  void refusesAValueThatNoLabelCanHave() {
    assertThatThrownBy(() -> new WatchFilter("not a label"))
        .hasMessageStartingWith("--watch-filter is \"not a label\": use a label value");
  }
}
