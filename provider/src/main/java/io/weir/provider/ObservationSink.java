package io.weir.provider;

/** Receives what an observation finds, page by page. */
@FunctionalInterface
public interface ObservationSink<O extends ObservedState> {
  void accept(String cloudName, O observed);
}
