package io.weir.manager.harness;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.ThrowableProxyUtil;
import ch.qos.logback.core.AppenderBase;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.slf4j.ILoggerFactory;
import org.slf4j.LoggerFactory;

/** What a logger and those below it say while a test listens. */
public final class TestLogs implements AutoCloseable {

  private static final String WEIR = "io.weir";

  /** How many listen to all; tests may do so at the same time. */
  private static int listeners;

  private final Logger logger;
  private final boolean debugging;
  private final List<String> messages = new CopyOnWriteArrayList<>();
  private final Appender appender;

  private TestLogs(String logger, boolean debugging, BiConsumer<TestLogs, ILoggingEvent> events) {
    this.logger = context().getLogger(logger);
    this.debugging = debugging;
    this.appender = new Appender(event -> events.accept(this, event));
    appender.setContext(context());
    appender.start();
    this.logger.addAppender(appender);
    if (debugging) {
      listen(1);
    }
  }

  /** Until another thread has begun to log, SLF4J hands out what stands in for it. */
  private static LoggerContext context() {
    ILoggerFactory factory = LoggerFactory.getILoggerFactory();
    while (!(factory instanceof LoggerContext)) {
      Thread.onSpinWait();
      factory = LoggerFactory.getILoggerFactory();
    }
    return (LoggerContext) factory;
  }

  /** Listens to the logger of a class. */
  public static TestLogs of(Class<?> logger) {
    return of(logger.getName());
  }

  /** Listens to the logger of this name. */
  public static TestLogs of(String logger) {
    return new TestLogs(
        logger, false, (logs, event) -> logs.messages.add(event.getFormattedMessage()));
  }

  /**
   * Listens to all that this process logs, Weir's own words down to debug. Tests that run at the
   * same time are heard, too.
   *
   * @param lines given all that a log has of each event: its thread, its message, and its failure
   *     with all causes and what was suppressed
   */
  public static TestLogs ofEverything(Consumer<String> lines) {
    return new TestLogs(org.slf4j.Logger.ROOT_LOGGER_NAME, true, (_, event) -> lines(event, lines));
  }

  private static void lines(ILoggingEvent event, Consumer<String> lines) {
    lines.accept(event.getThreadName() + " " + event.getFormattedMessage());
    if (event.getThrowableProxy() != null) {
      lines.accept(ThrowableProxyUtil.asString(event.getThrowableProxy()));
    }
  }

  /** The messages so far of one logger, in order. */
  public List<String> messages() {
    return List.copyOf(messages);
  }

  private static synchronized void listen(int more) {
    listeners += more;
    context().getLogger(WEIR).setLevel(listeners > 0 ? Level.DEBUG : null);
  }

  @Override
  public void close() {
    logger.detachAppender(appender);
    if (debugging) {
      listen(-1);
    }
  }

  private static final class Appender extends AppenderBase<ILoggingEvent> {
    private final Consumer<ILoggingEvent> events;

    Appender(Consumer<ILoggingEvent> events) {
      this.events = events;
    }

    @Override
    protected void append(ILoggingEvent event) {
      events.accept(event);
    }
  }
}
