package io.weir.controlplane.junit;

import io.weir.controlplane.StartRecorder;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.support.descriptor.ClassSource;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.LauncherSession;
import org.junit.platform.launcher.LauncherSessionListener;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;

/**
 * Counts the JVMs that run tests, notes each test that did not run with the reason, and notes when
 * tests that failed begin to be repeated: what starts after that is in no budget. JUnit finds it by
 * itself, as a service.
 */
public final class StartsListener implements LauncherSessionListener, TestExecutionListener {
  private static final AtomicBoolean COUNTED = new AtomicBoolean();
  private static final Set<String> FINISHED = ConcurrentHashMap.newKeySet();
  private static final AtomicBoolean REPEATING = new AtomicBoolean();

  /** For JUnit. */
  public StartsListener() {}

  @Override
  public void launcherSessionOpened(LauncherSession session) {
    if (COUNTED.compareAndSet(false, true)) {
      StartRecorder.record("jvm");
    }
  }

  @Override
  public void executionSkipped(TestIdentifier test, String reason) {
    skipped(test, reason);
  }

  @Override
  public void executionStarted(TestIdentifier test) {
    if (FINISHED.contains(test.getUniqueId()) && REPEATING.compareAndSet(false, true)) {
      StartRecorder.record("repeat");
    }
  }

  @Override
  public void executionFinished(TestIdentifier test, TestExecutionResult result) {
    if (test.getSource().filter(ClassSource.class::isInstance).isPresent()) {
      FINISHED.add(test.getUniqueId());
    }
    if (result.getStatus() == TestExecutionResult.Status.ABORTED) {
      skipped(test, result.getThrowable().map(Throwable::getMessage).orElse(""));
    }
  }

  private static void skipped(TestIdentifier test, String reason) {
    String why = reason.isBlank() ? "no reason given" : reason;
    StartRecorder.record("skipped %s: %s".formatted(name(test), why));
  }

  private static String name(TestIdentifier test) {
    return switch (test.getSource().orElse(null)) {
      case MethodSource method -> method.getClassName() + "#" + method.getMethodName();
      case ClassSource one -> one.getClassName();
      case null, default -> test.getUniqueId();
    };
  }
}
