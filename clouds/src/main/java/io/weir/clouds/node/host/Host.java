package io.weir.clouds.node.host;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** A running machine, as the programs on it see it: they can write to its console and wait. */
public final class Host {
  private final Console console;
  private final CountDownLatch off = new CountDownLatch(1);

  /** A machine that has just been switched on. */
  public Host(Console console) {
    this.console = console;
  }

  /** Writes one line to the console. */
  public void log(String program, String text) {
    console.log(program + ": " + text);
  }

  /**
   * Waits.
   *
   * @throws InterruptedException as soon as the machine has no power
   */
  public void pause(Duration time) throws InterruptedException {
    if (off.await(time.toNanos(), TimeUnit.NANOSECONDS)) {
      throw new InterruptedException("the machine is off");
    }
  }

  /** Whether the machine still has power. */
  public boolean isOn() {
    return off.getCount() > 0;
  }

  /** Takes the power away; nothing on the machine notices before it is gone. */
  public void powerOff() {
    off.countDown();
  }
}
