package io.weir.controlplane.tools;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.Arrays;
import javax.tools.ToolProvider;

/** A program of the directory {@code tools}, which is no part of any module. */
record Tool(Method run) {
  record Outcome(int code, String out, String err) {}

  /** Compiles it into a directory; its method {@code run} is called instead of its main method. */
  static Tool compile(String name, Path directory) throws Exception {
    Path source = Path.of("..", "tools", name + ".java");
    int failed =
        ToolProvider.getSystemJavaCompiler()
            .run(null, null, null, "-proc:none", "-d", directory.toString(), source.toString());
    if (failed != 0) {
      throw new AssertionError(source + " does not compile");
    }
    var loader = new URLClassLoader(new URL[] {directory.toUri().toURL()}, null);
    Method run =
        Arrays.stream(loader.loadClass(name).getDeclaredMethods())
            .filter(method -> method.getName().equals("run"))
            .findFirst()
            .orElseThrow();
    run.setAccessible(true);
    return new Tool(run);
  }

  /** Runs it with the arguments before its streams. */
  Outcome run(Object... arguments) throws Exception {
    var out = new ByteArrayOutputStream();
    var err = new ByteArrayOutputStream();
    Object[] all = Arrays.copyOf(arguments, run.getParameterCount());
    all[arguments.length] = new PrintStream(out, true, UTF_8);
    if (all.length > arguments.length + 1) {
      all[arguments.length + 1] = new PrintStream(err, true, UTF_8);
    }
    int code = (int) run.invoke(null, all);
    return new Outcome(code, out.toString(UTF_8), err.toString(UTF_8));
  }
}
