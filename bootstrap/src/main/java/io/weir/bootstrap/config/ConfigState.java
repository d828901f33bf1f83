package io.weir.bootstrap.config;

import io.weir.api.ApiObject;
import java.util.Optional;

/** What one look at a config and all around it has shown. */
public sealed interface ConfigState {

  /** The Cluster whose API server judges the config's tokens; empty if none does. */
  default Optional<ApiObject> workload() {
    return switch (this) {
      case Paused paused -> Optional.of(paused.cluster());
      case NoLongerUsed unused -> Optional.of(unused.cluster());
      case Waiting waiting -> waiting.cluster();
      case Ready ready -> Optional.of(ready.cluster());
      case NotOurs _, ServedByOtherProvider _, Unowned _, NotServed _, MachineJoined _ ->
          Optional.empty();
    };
  }

  /** Not ours to serve, or being deleted. */
  record NotOurs() implements ConfigState {}

  /** A worker Machine's of a Cluster with a control plane object: left to another provider. */
  record ServedByOtherProvider(ApiObject cluster) implements ConfigState {}

  /** No pool and no Machine owns the config yet. */
  record Unowned() implements ConfigState {}

  /**
   * Not to be touched; but machines still start with the data there is.
   *
   * @param used whether any pool's machines are made from it
   */
  record Paused(String why, ApiObject cluster, boolean used) implements ConfigState {}

  /**
   * Its pool names another one, and no pool its data; some may still start machines with it.
   *
   * @param why which pool names what
   * @param settled whether nothing shows that the pool is on its way to the other one
   */
  record NoLongerUsed(String why, ApiObject cluster, boolean settled) implements ConfigState {}

  /** Nobody here serves it. */
  record NotServed(ConfigProblem problem) implements ConfigState {}

  /** Its one Machine has joined: the data has done what it is for. */
  record MachineJoined() implements ConfigState {}

  /**
   * Something is missing without which nothing can be rendered.
   *
   * @param cluster empty if there is none
   */
  record Waiting(ConfigProblem problem, Optional<ApiObject> cluster) implements ConfigState {}

  /**
   * Nothing outside is missing any more: its data can be made.
   *
   * @param owner whose machines run it
   */
  record Ready(ConfigOwner owner, ApiObject cluster) implements ConfigState {}
}
