package io.weir.kernel.kube;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.GroupKind;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ResourceTest {

  private static final Resource SHELF =
      new Resource(
          new GroupKind("example.org", "Shelf"),
          "shelves",
          "v2storage",
          List.of("v1", "v2storage"),
          true,
          Map.of());

  @Test
  void eachServedVersionHasItsPathAndNoOtherHasOne() {
    assertThat(SHELF.in("v1").map(resource -> resource.collectionPath("team")))
        .hasValue("/apis/example.org/v1/namespaces/team/shelves");
    assertThat(SHELF.in("v3")).isEmpty();
  }
}
