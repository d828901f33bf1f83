package io.weir.pass;

import io.weir.api.ApiObject;
import io.weir.provider.Place;
import io.weir.provider.ProviderAnnotations;
import java.util.Map;
import java.util.Optional;

/**
 * The pool during a pass, as the last write left it. Writes fail with unchecked exceptions of
 * whoever stores it, also if somebody has changed the pool since it was read; the pass ends then.
 */
public interface PoolStore {

  /** The pool as it stands. */
  ApiObject pool();

  /** The provider annotations, those among them that are still to be written. */
  ProviderAnnotations annotations();

  /** Whether there are some that do not stand on the pool yet. */
  boolean hasPending();

  /** Remembers annotations; to be written with the next write. */
  void setPending(ProviderAnnotations annotations);

  /** Writes annotations, if they do not stand there; returns when they do. */
  void write(ProviderAnnotations annotations);

  /**
   * Writes what a receipt tells, with nothing else, whoever has changed the pool since it was read;
   * returns when it stands there. Nothing is written if there is nothing to note.
   *
   * @param notes provider annotations; an absent value removes one
   */
  void note(Map<String, Optional<String>> notes);

  /**
   * Writes the finalizer, and where the cloud objects of the pool are, before it has any; returns
   * when both are there.
   *
   * @param blockMove whether {@link io.weir.api.MetadataKeys#BLOCK_MOVE} is to be there, too
   */
  void writeFinalizerAndPlace(Place place, boolean blockMove);

  /** Takes {@link io.weir.api.MetadataKeys#BLOCK_MOVE} away, if it is there. */
  void allowMove();

  /**
   * Writes of which kinds the pool has objects, whoever has changed it since it was read; returns
   * when that stands there.
   *
   * @param kinds the value of {@link io.weir.api.MetadataKeys#OBJECT_KINDS}
   */
  void recordObjectKinds(String kinds);

  /**
   * Writes who leaves, if it does not stand there; returns when it does. Fails if somebody has
   * changed the pool since it was read: it was decided on what stood there.
   *
   * @param text the value of {@link io.weir.api.MetadataKeys#RETIREMENTS}; absent if nobody leaves
   */
  void writeRetirements(Optional<String> text);

  /** Writes where the cloud objects are of a pool that is being deleted. */
  void writePlace(Place place);
}
