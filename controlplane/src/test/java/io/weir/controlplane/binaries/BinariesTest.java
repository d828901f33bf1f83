package io.weir.controlplane.binaries;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardWatchEventKinds;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(180)
class BinariesTest {
  private static final Set<Binary> ALL = Set.of(Binary.values());
  private static final BuildRecipe RECIPE = new BuildRecipe(GoModule.shipped());
  private static final List<String> PACKAGES =
      Stream.of(Binary.values()).map(Binary::goPackage).toList();

  @TempDir private Path home;

  @Nested
  class FromTheCache {
    @Test
    void everyProgramIsBuiltOnceAndFoundAgain() throws Exception {
      FakeGo go = FakeGo.install(home);

      Binaries built = provide(go.environment());
      Binaries found = provide(go.environment());

      assertThat(go.built()).isEqualTo(PACKAGES);
      for (Binary binary : Binary.values()) {
        assertThat(built.path(binary)).content().contains(binary.goPackage());
        assertThat(found.path(binary)).isEqualTo(built.path(binary));
      }
    }

    @Test
    void progressNamesEachProgramAndItsPosition() throws Exception {
      FakeGo go = FakeGo.install(home);
      var reported = new ArrayList<String>();

      Binaries.findOrBuild(go.environment(), RECIPE, ALL, event -> reported.add(event.sentence()));

      assertThat(reported).hasSize(12).startsWith("building etcd (1 of 6)");
      assertThat(reported.getLast()).startsWith("built kubeadm (6 of 6) in ");
    }

    @Test
    void otherVersionsFlagsOrCompilersHaveTheirOwnEntry() throws Exception {
      var original = new GoModule("go 1.0\nrequire k8s.io/kubernetes v1.2.3\n", "a");
      var newer = new GoModule(original.mod().replace("v1.2.3", "v1.2.4"), "a");
      var otherSum = new GoModule(original.mod(), "b");
      var paths = new ArrayList<Path>();

      for (GoModule module : List.of(original, newer, otherSum)) {
        FakeGo go = FakeGo.install(home);
        paths.add(provide(go.environment(), new BuildRecipe(module)).path(Binary.ETCD));
      }
      FakeGo otherCompiler = FakeGo.install(home, "go99.1.0", "");
      paths.add(provide(otherCompiler.environment(), new BuildRecipe(original)).path(Binary.ETCD));

      assertThat(paths).doesNotHaveDuplicates();
    }

    @Test
    void withoutGoWhatWasBuiltEarlierServes() throws Exception {
      FakeGo go = FakeGo.install(home);
      Binaries built = provide(go.environment());
      Files.delete(home.resolve("bin/go"));

      Binaries found = provide(withoutGo(go));

      assertThat(found.path(Binary.ETCD)).isEqualTo(built.path(Binary.ETCD));
    }
  }

  @Nested
  class WhatTheCacheDidNotBuild {
    @Test
    void aPlantedProgramIsNotUsedButBuiltWithALineThatSaysSo() throws Exception {
      FakeGo go = FakeGo.install(home);
      Path etcd = provide(go.environment()).path(Binary.ETCD);
      Files.delete(etcd.resolveSibling("etcd.record"));
      Files.writeString(etcd, "planted");
      var reported = new ArrayList<String>();

      Binaries.findOrBuild(go.environment(), RECIPE, ALL, event -> reported.add(event.sentence()));

      assertThat(etcd).content().contains(Binary.ETCD.goPackage());
      assertThat(go.built()).hasSize(7).endsWith(PACKAGES.getFirst());
      assertThat(reported)
          .startsWith(
              etcd + " is not used, as nothing records that it was built here",
              "building etcd (1 of 1)");
    }

    @Test
    void withoutGoItIsNotUsedEither() throws Exception {
      FakeGo go = FakeGo.install(home);
      Path etcd = provide(go.environment()).path(Binary.ETCD);
      Files.writeString(etcd, "planted");
      var reported = new ArrayList<String>();

      assertThatThrownBy(
              () ->
                  Binaries.findOrBuild(
                      withoutGo(go), RECIPE, ALL, event -> reported.add(event.sentence())))
          .hasMessageContaining("no Go");
      assertThat(reported).containsExactly(etcd + " is not used, as it is not what was built here");
    }

    @Test
    void aCacheInWhichOthersMayWriteIsRefused() throws Exception {
      FakeGo go = FakeGo.install(home);
      Path cache = go.environment().cacheDirectory();
      provide(go.environment());
      Files.setPosixFilePermissions(
          cache.resolve("controlplane"), PosixFilePermissions.fromString("rwxrwxr-x"));

      assertThatThrownBy(() -> provide(go.environment()))
          .hasMessageContaining(cache.resolve("controlplane").toString())
          .hasMessageContaining("chmod 700");
    }
  }

  @Nested
  class WhenTwoBuild {
    @Test
    void twoProcessesBuildEveryProgramOnce() throws Exception {
      FakeGo go = FakeGo.install(home, "go99.0.0", "sleep 0.1");

      Process one = BuildBinariesMain.start(home);
      Process other = BuildBinariesMain.start(home);

      assertThat(one.waitFor()).isZero();
      assertThat(other.waitFor()).isZero();
      assertThat(go.built()).isEqualTo(PACKAGES);
    }

    @Test
    void twoThreadsBuildEveryProgramOnce() throws Exception {
      FakeGo go = FakeGo.install(home, "go99.0.0", "sleep 0.1");
      var other = new FutureTask<>(() -> provide(go.environment()));

      Thread.startVirtualThread(other);
      Binaries one = provide(go.environment());

      assertThat(other.get().path(Binary.KUBEADM)).isEqualTo(one.path(Binary.KUBEADM));
      assertThat(go.built()).isEqualTo(PACKAGES);
    }
  }

  @Nested
  class WhenABuildIsInterrupted {
    @Test
    void aKilledBuilderLeavesNoHalfProgramAndNoCompiler() throws Exception {
      FakeGo.install(home, "go99.0.0", "echo $$ > '%s'; exec sleep 600".formatted(pidFile()));
      Process builder = startedAndBuilding();
      ProcessHandle compiler = ProcessHandle.of(compilerPid()).orElseThrow();

      builder.destroyForcibly().waitFor();

      compiler.onExit().get(90, TimeUnit.SECONDS);
      FakeGo repaired = FakeGo.install(home);
      assertThatThrownBy(() -> provide(withoutGo(repaired))).hasMessageContaining("no Go");
      assertThat(provide(repaired.environment()).path(Binary.ETCD))
          .content()
          .contains(Binary.ETCD.goPackage());
    }

    private Process startedAndBuilding() throws Exception {
      try (var watcher = home.getFileSystem().newWatchService()) {
        home.register(watcher, StandardWatchEventKinds.ENTRY_MODIFY);
        Process builder = BuildBinariesMain.start(home);
        while (!Files.exists(pidFile()) || Files.size(pidFile()) == 0) {
          watcher.take().reset();
        }
        return builder;
      }
    }

    private long compilerPid() throws IOException {
      return Long.parseLong(Files.readString(pidFile()).strip());
    }

    private Path pidFile() {
      return home.resolve("compiler.pid");
    }

    @Test
    void theNextBuilderGoesOnWhereItStopped() throws Exception {
      String failsAtKubectl = "case $1 in */kubectl) echo no space left on device; exit 1;; esac";
      FakeGo failing = FakeGo.install(home, "go99.0.0", failsAtKubectl);

      assertThatThrownBy(() -> provide(failing.environment()))
          .isInstanceOf(BinariesException.class)
          .hasMessageContaining("Cannot build kubectl, as the disk is full");

      FakeGo repaired = FakeGo.install(home);
      provide(repaired.environment());
      assertThat(repaired.built()).hasSize(7).endsWith(PACKAGES.get(4), PACKAGES.get(5));
    }
  }

  @Nested
  class FromKubebuilderAssets {
    @Test
    void theyComeFirstAndOnlyTheRestIsBuilt() throws Exception {
      FakeGo go = FakeGo.install(home);
      Path assets = assets("etcd", "kube-apiserver", "kubectl");
      var reported = new ArrayList<String>();

      Binaries binaries =
          Binaries.findOrBuild(
              with(go, assets), RECIPE, ALL, event -> reported.add(event.sentence()));

      assertThat(binaries.path(Binary.ETCD)).isEqualTo(assets.resolve("etcd"));
      assertThat(go.built()).containsExactly(PACKAGES.get(2), PACKAGES.get(3), PACKAGES.get(5));
      assertThat(reported.getFirst())
          .contains(assets.toString(), "lacks kube-controller-manager, kube-scheduler, kubeadm");
    }

    @Test
    void aDirectoryWithoutAnyProgramIsRefused() throws Exception {
      FakeGo go = FakeGo.install(home);
      Path assets = assets();

      assertThatThrownBy(() -> provide(with(go, assets)))
          .isInstanceOf(BinariesException.class)
          .hasMessageContaining("KUBEBUILDER_ASSETS is " + assets)
          .hasMessageEndingWith("correct it or unset it.");
      assertThat(go.built()).isEmpty();
    }

    private Path assets(String... programs) throws IOException {
      Path assets = Files.createDirectories(home.resolve("assets"));
      for (String program : programs) {
        Files.createFile(
            assets.resolve(program),
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwxr-xr-x")));
      }
      return assets;
    }

    private Environment with(FakeGo go, Path assets) {
      return go.environment(Map.of("KUBEBUILDER_ASSETS", assets.toString()));
    }
  }

  @Nested
  class WithoutAPlaceToWrite {
    @Test
    void theCacheIsNamedAndTheWayOut() throws Exception {
      FakeGo go = FakeGo.install(home);
      Path file = Files.createFile(home.resolve("file"));
      var environment = go.environment(Map.of("WEIR_CACHE", file.toString()));

      assertThatThrownBy(() -> provide(environment))
          .isInstanceOf(BinariesException.class)
          .hasMessageStartingWith("The cache " + file)
          .hasMessageContaining("WEIR_CACHE");
    }
  }

  @Nested
  class WithoutAGoThatCan {
    @Test
    void itsAbsenceIsOneSentenceWithARemedy() throws Exception {
      FakeGo go = new FakeGo(home);

      assertThatThrownBy(() -> provide(withoutGo(go)))
          .isInstanceOf(BinariesException.class)
          .hasMessageStartingWith("There is no Go on the PATH")
          .hasMessageContaining("install Go " + GoModule.shipped().goVersion());
    }

    @Test
    void anOldOneIsRefusedBeforeItBuilds() throws Exception {
      FakeGo go = FakeGo.install(home, "go1.21.5", "");

      assertThatThrownBy(() -> provide(go.environment()))
          .isInstanceOf(BinariesException.class)
          .hasMessageContaining("go1.21.5")
          .hasMessageContaining("install a newer Go");
      assertThat(go.built()).isEmpty();
    }
  }

  private static Environment withoutGo(FakeGo go) {
    return new Environment(
        Map.of("PATH", "/nowhere", "WEIR_CACHE", go.environment().cacheDirectory().toString()),
        go.home());
  }

  private static Binaries provide(Environment environment) throws Exception {
    return provide(environment, RECIPE);
  }

  private static Binaries provide(Environment environment, BuildRecipe buildRecipe)
      throws Exception {
    return Binaries.findOrBuild(environment, buildRecipe, ALL, BuildListener.silent());
  }
}
