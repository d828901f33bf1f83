package io.weir.provider;

/** One write to the cloud, as data; a record of the provider's, without secrets in its text. */
public interface Step {

  /** What it does, for people: {@code create Auto Scaling group workers}. */
  String what();

  /** Why, with numbers: {@code 3 instances wanted, 2 asked for}. */
  String because();
}
