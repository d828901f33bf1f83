package io.weir.sandbox.live.screen;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What the operating system knows of standard output. Asked of the C library, since Java tells
 * neither the size of a window nor whether the output alone is a terminal.
 */
final class Tty {
  private static final Logger LOG = LoggerFactory.getLogger(Tty.class);
  private static final int STANDARD_OUTPUT = 1;
  private static final boolean MAC = System.getProperty("os.name", "").startsWith("Mac");

  /** The request for the window's size, of ioctl_tty(2) and of Darwin's ttycom.h. */
  private static final long GET_SIZE = MAC ? 0x40087468L : 0x5413L;

  /**
   * The size of a window.
   *
   * @param columns characters in a line
   * @param lines lines
   */
  record Size(int columns, int lines) {}

  private Tty() {}

  /** The size of the window that standard output goes to; empty when it goes elsewhere. */
  static Optional<Size> size() {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment answer = arena.allocate(ValueLayout.JAVA_SHORT, 4);
      int failed = (int) Calls.IOCTL.invokeExact(STANDARD_OUTPUT, GET_SIZE, answer);
      if (failed != 0) {
        return Optional.empty();
      }
      int lines = Short.toUnsignedInt(answer.getAtIndex(ValueLayout.JAVA_SHORT, 0));
      int columns = Short.toUnsignedInt(answer.getAtIndex(ValueLayout.JAVA_SHORT, 1));
      // A terminal that does not know, such as a serial line, is as the first ones were.
      return Optional.of(columns == 0 || lines == 0 ? new Size(80, 24) : new Size(columns, lines));
    } catch (Throwable unusable) {
      LOG.debug("this platform cannot be asked about its terminal", unusable);
      return Optional.empty();
    }
  }

  /** Found when first asked for, so that a platform without them is an answer like others. */
  private static final class Calls {
    private static final MethodHandle IOCTL = ioctl();

    @SuppressWarnings("restricted")
    private static MethodHandle ioctl() {
      Linker linker = Linker.nativeLinker();
      return linker.downcallHandle(
          linker.defaultLookup().find("ioctl").orElseThrow(),
          FunctionDescriptor.of(
              ValueLayout.JAVA_INT,
              ValueLayout.JAVA_INT,
              ValueLayout.JAVA_LONG,
              ValueLayout.ADDRESS),
          Linker.Option.firstVariadicArg(2));
    }
  }
}
