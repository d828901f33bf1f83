package io.weir.manager.cloud;

import io.weir.api.ObjectKey;
import io.weir.provider.OwnershipClaim;
import io.weir.provider.PoolIdentity;
import io.weir.provider.PoolMarks;

/** Identities of pools that no API server has. */
public final class TestPools {

  private TestPools() {}

  /** One that claims what carries its marks. */
  public static PoolIdentity identity(ObjectKey key, String uid, String cloudName) {
    var marks = new PoolMarks("management-cluster", "FakePool/" + key);
    return new PoolIdentity(
        key, uid, "cluster", cloudName, OwnershipClaim.byMarks(marks, key.namespace()));
  }
}
