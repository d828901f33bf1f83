package io.weir.webhook.http;

import java.net.InetAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SequencedSet;
import java.util.Set;
import java.util.function.LongSupplier;

/**
 * The connections that are open, and which of them are closed when there are too many or when one
 * takes too long. Each stage has places of its own, so that those who only connect never take the
 * place of those who ask. Where places run out, it is the one that has kept the server waiting for
 * longest that goes: an API server goes on within milliseconds. Safe for concurrent use.
 */
final class ConnectionTable {

  /** How far a connection has come. */
  enum Stage {
    /** Accepted; as long as an API server itself waits for a handshake. */
    HANDSHAKE(384, Duration.ofSeconds(10)),
    /** Encrypted, but nothing that came was a review. */
    UNKNOWN(96, Duration.ofSeconds(10)),
    /**
     * A review was answered. An API server keeps up to 25 for each path, and drops an unused one
     * after 90 s: if Weir did so first, a review could be under way, and it would be lost.
     */
    KNOWN(512, Duration.ofMinutes(2)),
    /** A review is whole and waits, is made or is answered. None waits longer for it than 30 s. */
    REVIEW(256, Duration.ofSeconds(35));

    private final int places;
    private final Duration patience;

    Stage(int places, Duration patience) {
      this.places = places;
      this.patience = patience;
    }

    int places() {
      return places;
    }

    Duration patience() {
      return patience;
    }
  }

  /** What a connection is in the network. */
  interface Line {
    /** Whether the server waits for the caller: nothing has come that it has not read. */
    boolean awaitsCaller();

    /** Since when, if it does, in the time of the table; right once it was seen to wait. */
    long idleSince();

    /** Whether anything was received. */
    boolean isBegun();

    /** Ends it; may be called more than once, and calls {@link #closed}. */
    void cut();
  }

  /** One connection; its fields are guarded by the table. */
  static final class Connection {
    private final InetAddress from;
    private final Line line;
    private Stage stage = Stage.HANDSHAKE;
    private long stageEnds;
    private long ends;
    private boolean known;
    private boolean closed;

    /** A connection that the table does not know yet. */
    Connection(InetAddress from, Line line) {
      this.from = from;
      this.line = line;
    }

    void close() {
      line.cut();
    }
  }

  /** A handshake that has begun holds buffers, and one that has not holds next to nothing. */
  private static final int HALF_HANDSHAKES = 64;

  private static final int REVIEWS_OF_STRANGERS = 64;

  private static final Duration SPARED = Duration.ofSeconds(10);

  private final LongSupplier nanos;
  private final Map<Stage, SequencedSet<Connection>> stages = new EnumMap<>(Stage.class);

  /** Nothing is open. */
  ConnectionTable(LongSupplier nanos) {
    this.nanos = nanos;
    for (Stage stage : Stage.values()) {
      stages.put(stage, new LinkedHashSet<>());
    }
  }

  /** A connection was accepted. */
  void opened(Connection connection) {
    enter(connection, Stage.HANDSHAKE);
  }

  /** Its handshake is done. */
  void encrypted(Connection connection) {
    enter(connection, Stage.UNKNOWN);
  }

  /** The head of a request has come: what else there is of it must come within this time. */
  synchronized void expect(Connection connection, Duration time) {
    connection.ends = nanos.getAsLong() + time.toNanos();
  }

  /** A request is whole; false if too many are. */
  synchronized boolean reviewing(Connection connection) {
    int places = connection.known ? Stage.REVIEW.places() : REVIEWS_OF_STRANGERS;
    if (places(Stage.REVIEW).size() >= places) {
      return false;
    }
    move(connection, Stage.REVIEW);
    return true;
  }

  /**
   * A request was answered.
   *
   * @param reviewed whether it was a review: who has sent none so far does not get more time
   */
  void answered(Connection connection, boolean reviewed) {
    synchronized (this) {
      connection.known |= reviewed;
      if (!connection.known) {
        connection.ends = connection.stageEnds;
        if (connection.stage == Stage.REVIEW && !connection.closed) {
          leave(connection);
          places(Stage.UNKNOWN).addFirst(connection);
          connection.stage = Stage.UNKNOWN;
        }
        return;
      }
    }
    enter(connection, Stage.KNOWN);
  }

  /** It is closed. */
  synchronized void closed(Connection connection) {
    connection.closed = true;
    leave(connection);
  }

  /** Closes those that took too long. */
  void closeLate() {
    var late = new ArrayList<Connection>();
    synchronized (this) {
      long now = nanos.getAsLong();
      for (SequencedSet<Connection> stage : stages.values()) {
        for (Connection connection : stage) {
          long over = now - connection.ends;
          // A caller that is not waited for is late because the machine is busy.
          if (over > (connection.line.awaitsCaller() ? 0 : SPARED.toNanos())) {
            late.add(connection);
          }
        }
      }
      late.forEach(this::leave);
    }
    late.forEach(Connection::close);
  }

  /** Whether it has had a review answered. */
  synchronized boolean isKnown(Connection connection) {
    return connection.known;
  }

  /** How many there are. */
  synchronized int size() {
    return stages.values().stream().mapToInt(Set::size).sum();
  }

  /** How many are in a stage. */
  synchronized int count(Stage stage) {
    return places(stage).size();
  }

  private void enter(Connection connection, Stage stage) {
    List<Connection> excess = new ArrayList<>();
    synchronized (this) {
      move(connection, stage);
      Set<Connection> all = places(stage);
      if (all.size() > stage.places()) {
        excess(all, all.size() > 2 * stage.places()).ifPresent(excess::add);
      }
      if (stage == Stage.HANDSHAKE && all.size() > HALF_HANDSHAKES) {
        List<Connection> half = all.stream().filter(one -> one.line.isBegun()).toList();
        if (half.size() > HALF_HANDSHAKES) {
          excess(half, false).ifPresent(excess::add);
        }
      }
      excess.forEach(this::leave);
    }
    excess.forEach(Connection::close);
  }

  private void move(Connection connection, Stage stage) {
    leave(connection);
    if (connection.closed) {
      return;
    }
    boolean _ = places(stage).add(connection);
    connection.stage = stage;
    connection.ends = nanos.getAsLong() + stage.patience().toNanos();
    if (stage != Stage.REVIEW) {
      connection.stageEnds = connection.ends;
    }
  }

  private void leave(Connection connection) {
    boolean _ = places(connection.stage).remove(connection);
  }

  /**
   * Of the address that takes the most places, the one whose caller is waited for longest. On a
   * busy machine it may be that none is: what waits for the server is left alone, up to twice the
   * places.
   */
  private static Optional<Connection> excess(Collection<Connection> among, boolean anyhow) {
    List<Connection> crowd = Crowd.of(among, one -> one.from);
    Optional<Connection> idle =
        crowd.stream()
            .map(one -> new Idle(one, one.line.idleSince()))
            .sorted(Comparator.comparingLong(Idle::since))
            .filter(Idle::isStill)
            .map(Idle::connection)
            .findFirst();
    return idle.isEmpty() && anyhow ? crowd.stream().findFirst() : idle;
  }

  private record Idle(Connection connection, long since) {
    /**
     * One that the server has answered since then was waiting for the server, not for its caller.
     */
    boolean isStill() {
      return connection.line.awaitsCaller() && connection.line.idleSince() == since;
    }
  }

  private SequencedSet<Connection> places(Stage stage) {
    return Objects.requireNonNull(stages.get(stage));
  }
}
