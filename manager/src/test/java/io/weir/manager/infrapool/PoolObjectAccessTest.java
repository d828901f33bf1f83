package io.weir.manager.infrapool;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.GroupKind;
import io.weir.api.ObjectKey;
import io.weir.kernel.cache.FakeCache;
import io.weir.kernel.kube.BuiltInKinds;
import io.weir.kernel.kube.ObjectSelector;
import io.weir.pass.ObjectAccess.Availability;
import io.weir.provider.ProviderException;
import org.junit.jupiter.api.Test;

class PoolObjectAccessTest {

  private static final GroupKind KIND = BuiltInKinds.CONFIG_MAP;

  private final FakeCache objects = new FakeCache(KIND, ObjectSelector.everything());

  private Availability availability(String namespace) {
    return PoolObjectAccess.availability(
        objects.cache(), namespace, () -> new ProviderException.Transient("not known yet", null));
  }

  @Test
  void nothingFollowsFromTheAbsenceOfAnObjectWhereOneCannotBeRead() {
    objects.putUnreadable(new ObjectKey("team-a", "poisoned"));

    assertThat(availability("team-a"))
        .isInstanceOfSatisfying(
            Availability.Unknown.class,
            unknown ->
                assertThat(unknown.why())
                    .isInstanceOf(ProviderException.Rejected.class)
                    .hasMessageContainingAll("ConfigMap team-a/poisoned", "delete it"));
    assertThat(availability("team-b")).isInstanceOf(Availability.Known.class);
  }
}
