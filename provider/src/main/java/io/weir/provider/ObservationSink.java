package io.weir.provider;

/**
 * Receives what an observation finds, page by page. A pool is handed over with all of its instances
 * or not at all; one of which they cannot be read ends the observation with an error, after all
 * others.
 */
@FunctionalInterface
public interface ObservationSink<O extends ObservedState> {
  void accept(String cloudName, O observed);
}
