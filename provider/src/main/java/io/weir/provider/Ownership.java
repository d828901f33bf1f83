package io.weir.provider;

/** Whose a cloud object is, by the marks on it. */
public sealed interface Ownership {

  /** Ours: it carries this pool's marks. */
  record Ours() implements Ownership {}

  /** Somebody else's: never written to, never deleted. */
  record Foreign(String because) implements Ownership {}
}
