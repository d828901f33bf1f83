package io.weir.clouds;

import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What every simulated cloud can do for those who do not care which it is. Safe for concurrent use.
 */
public interface SimulatedCloud extends AutoCloseable {
  /** What people call it, such as {@code AWS}. */
  String name();

  /** Where clients shall go. */
  URI endpoint();

  /** What it was asked. */
  Journal journal();

  /** What shall go wrong. */
  FaultInjector faults();

  /** The names of all calls that it knows, as faults and the journal have them. */
  Set<String> operations();

  /**
   * The action under which faults find the launch of an instance, with {@code group/zone} as
   * resource.
   */
  String launchAction();

  /** The regions in which something is, or could be where nothing is yet. */
  Set<String> regions();

  /** The zones in which instances can be launched. */
  Set<String> zones();

  /** Every instance that is remembered, in the order in which they were wanted. */
  List<InstanceState> instances();

  /**
   * What an instance that is launched now would find at its first boot, by group; without groups
   * that go or whose instances boot what the cloud itself gives them.
   */
  Map<String, byte[]> launchData();

  /** Tells the listener of instances from now on. */
  void addListener(InstanceListener listener);

  /** Ends an instance without warning; false if none of this id runs. */
  boolean killInstance(String instanceId);

  /**
   * What exists now, to go on from at another time. Not the journal and not the faults, which
   * belong to those who look at the cloud from outside.
   */
  String saveState();

  /**
   * Goes on from another time; for a cloud of the same seed data in which nothing has happened yet.
   * Instances that run are told to listeners as started.
   *
   * @throws IllegalArgumentException when the text is none that {@link #saveState} made in this
   *     world
   */
  void restoreState(String saved);

  /** What exists now, without ids and times: as JSON with ordered keys, equal for equal clouds. */
  String comparableState();

  @Override
  void close();
}
