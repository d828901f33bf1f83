package io.weir.clouds;

/**
 * How far an instance is, as its cloud shows it.
 *
 * @param id the cloud's id of it
 * @param group name of the scale set or pool that made it; empty for none
 * @param zone where it runs
 * @param state the cloud's own word
 * @param stage the same for those who do not know the cloud's words
 */
public record InstanceState(String id, String group, String zone, String state, Stage stage) {

  /** The parts of an instance's life. */
  public enum Stage {
    /** It is wanted and does not run yet. */
    COMING,
    /** It runs. */
    RUNNING,
    /** It is to go. */
    LEAVING,
    /** It could not be had, or has ended without anybody's order, and its cloud still counts it. */
    BROKEN,
    /** It is no more; its cloud only remembers it. */
    GONE
  }
}
