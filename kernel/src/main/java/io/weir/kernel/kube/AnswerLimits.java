package io.weir.kernel.kube;

import java.time.Duration;

/**
 * What an API server's answer may take of this process. A workload cluster's server belongs to
 * others; each limit is some times what a real one sends.
 */
public final class AnswerLimits {

  /**
   * One object, alone or in a list or a watch. etcd and the API server take 1.5 to 3 MB; JSON
   * writes some characters, such as {@code <}, as six.
   */
  public static final int OBJECT_BYTES = 16 << 20;

  /**
   * What one object may take in memory, without what nobody reads: more than one of the largest
   * that etcd takes, unless it is made of the smallest parts.
   */
  public static final long OBJECT_MEMORY = 4 << 20;

  /**
   * One object of a server that is guarded against: more than etcd stores, so that the requests
   * that a cluster has at once take a few megabytes each.
   */
  public static final int GUARDED_OBJECT_BYTES = 2 << 20;

  /** The same in memory: the annotations of an object may have 256 KiB together. */
  public static final long GUARDED_OBJECT_MEMORY = 512 << 10;

  /** A Status. One that is longer names fields by the thousand. */
  static final int ERROR_BYTES = 1 << 20;

  /**
   * A page that is read as a whole, of 500 objects; those that are read piece by piece are bounded
   * by their objects.
   */
  static final int PAGE_BYTES = 64 << 20;

  /** A million objects of 500 a page: many times the Nodes or Secrets of the largest clusters. */
  public static final int PAGES = 2_000;

  /** Twice what the API server itself gives a request that is no watch. */
  public static final Duration PAGE_TIME = Duration.ofMinutes(2);

  /** The longest pause that an answer may ask for. */
  static final Duration RETRY_AFTER = Duration.ofHours(1);

  private AnswerLimits() {}
}
