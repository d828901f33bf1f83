package io.weir.provider;

/** Who owns a cloud object, according to the marks on it. */
public sealed interface Ownership {

  /** Ours: it carries this pool's marks. */
  record Ours() implements Ownership {}

  /** Somebody else's: never written to, never deleted. */
  record Foreign(String reason) implements Ownership {}
}
