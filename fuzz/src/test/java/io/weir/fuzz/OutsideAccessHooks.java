package io.weir.fuzz;

import com.code_intelligence.jazzer.api.HookType;
import com.code_intelligence.jazzer.api.Jazzer;
import com.code_intelligence.jazzer.api.MethodHook;
import java.lang.invoke.MethodHandle;
import org.jspecify.annotations.Nullable;

/** Tells of code that reaches out of the process while it must not: to files, programs, hosts. */
public final class OutsideAccessHooks {

  private static volatile boolean forbidden;

  private OutsideAccessHooks() {}

  /** Runs what must not reach out. */
  static <T> T whileForbidden(java.util.function.Supplier<T> work) {
    forbidden = true;
    try {
      return work.get();
    } finally {
      forbidden = false;
    }
  }

  /** Is called by what was instrumented, before each of these. */
  @MethodHook(
      type = HookType.BEFORE,
      targetClassName = "java.io.FileInputStream",
      targetMethod = "<init>")
  @MethodHook(
      type = HookType.BEFORE,
      targetClassName = "java.io.FileReader",
      targetMethod = "<init>")
  @MethodHook(
      type = HookType.BEFORE,
      targetClassName = "java.io.RandomAccessFile",
      targetMethod = "<init>")
  @MethodHook(
      type = HookType.BEFORE,
      targetClassName = "java.nio.file.Files",
      targetMethod = "newInputStream")
  @MethodHook(
      type = HookType.BEFORE,
      targetClassName = "java.nio.file.Files",
      targetMethod = "newByteChannel")
  @MethodHook(
      type = HookType.BEFORE,
      targetClassName = "java.nio.file.Files",
      targetMethod = "newBufferedReader")
  @MethodHook(
      type = HookType.BEFORE,
      targetClassName = "java.nio.file.Files",
      targetMethod = "readAllBytes")
  @MethodHook(
      type = HookType.BEFORE,
      targetClassName = "java.nio.file.Files",
      targetMethod = "readString")
  @MethodHook(
      type = HookType.BEFORE,
      targetClassName = "java.lang.ProcessBuilder",
      targetMethod = "start")
  @MethodHook(type = HookType.BEFORE, targetClassName = "java.lang.Runtime", targetMethod = "exec")
  @MethodHook(type = HookType.BEFORE, targetClassName = "java.lang.System", targetMethod = "getenv")
  @MethodHook(
      type = HookType.BEFORE,
      targetClassName = "java.net.InetAddress",
      targetMethod = "getByName")
  @MethodHook(
      type = HookType.BEFORE,
      targetClassName = "java.net.InetAddress",
      targetMethod = "getAllByName")
  @MethodHook(type = HookType.BEFORE, targetClassName = "java.net.Socket", targetMethod = "connect")
  @MethodHook(type = HookType.BEFORE, targetClassName = "java.net.URL", targetMethod = "openStream")
  @MethodHook(
      type = HookType.BEFORE,
      targetClassName = "java.net.URL",
      targetMethod = "openConnection")
  public static void beforeAccess(
      MethodHandle method, @Nullable Object target, Object[] arguments, int hook) {
    if (forbidden) {
      Jazzer.reportFindingFromHook(new AssertionError("reaches out of the process: " + method));
    }
  }
}
