package io.weir.clouds;

/**
 * How far an instance is, as its cloud shows it.
 *
 * @param id the cloud's id of it
 * @param group name of the scale set or pool that made it; empty for none
 * @param zone where it runs
 * @param state the cloud's own word
 * @param phase the same for those who do not know the cloud's words
 */
public record InstanceState(String id, String group, String zone, String state, Phase phase) {

  /**
   * What people call it: its id; of an id that is a path, the last part, and before a mere number
   * the group that counts, as Azure does.
   */
  public String label() {
    String last = id.substring(id.lastIndexOf('/') + 1);
    return last.equals(id) || last.startsWith(group) ? last : group + "_" + last;
  }

  /** The parts of an instance's life. */
  public enum Phase {
    /** It is wanted and does not run yet. */
    PENDING,
    /** It runs. */
    RUNNING,
    /** It is to go. */
    TERMINATING,
    /** It could not be had, or has ended without anybody's order, and its cloud still counts it. */
    FAILED,
    /** It is no more; its cloud only remembers it. */
    TERMINATED
  }
}
