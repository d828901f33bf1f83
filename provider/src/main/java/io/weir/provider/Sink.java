package io.weir.provider;

/** Takes what an observation sees, page by page. */
@FunctionalInterface
public interface Sink<O extends Observed> {
  void seen(String cloudName, O observed);
}
