package io.weir.manager.drain;

import io.weir.engine.drain.DrainRules;

/** What is known now of the MachineDrainRules for the machines of a pool. */
public sealed interface DrainRulesState {

  /** All of them. */
  record Known(DrainRules rules) implements DrainRulesState {}

  /**
   * Not all: which Pods may be evicted cannot be told.
   *
   * @param why for people, with the remedy if there is one
   */
  record Unknown(String why) implements DrainRulesState {}
}
