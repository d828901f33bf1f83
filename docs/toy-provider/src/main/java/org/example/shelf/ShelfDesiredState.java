package org.example.shelf;

import io.weir.api.ApiObject;
import io.weir.provider.DesiredState;
import io.weir.provider.PoolInputs;
import java.util.OptionalInt;

/**
 * What a shelf is to hold.
 *
 * @param size how many machines; absent if the shelf's keeper decides it
 */
record ShelfDesiredState(OptionalInt size) implements DesiredState {

  static ShelfDesiredState of(PoolInputs in) {
    return new ShelfDesiredState(
        isSizedByKeeper(in.pool()) ? OptionalInt.empty() : OptionalInt.of(in.replicas()));
  }

  static boolean isSizedByKeeper(ApiObject pool) {
    return pool.at("/spec/autoscaled").asBoolean(false);
  }
}
