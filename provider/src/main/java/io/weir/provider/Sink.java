package io.weir.provider;

/** Receives what an observation finds, page by page. */
@FunctionalInterface
public interface Sink<O extends Observed> {
  void seen(String cloudName, O observed);
}
