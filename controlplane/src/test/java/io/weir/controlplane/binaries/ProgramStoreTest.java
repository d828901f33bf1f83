package io.weir.controlplane.binaries;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.weir.controlplane.files.FileOwnership;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProgramStoreTest {
  private static final String PROGRAM = "etcd";

  @TempDir private Path cache;
  private ProgramStore store;
  private final List<String> told = new ArrayList<>();

  @BeforeEach
  void openWithOneProgram() throws IOException {
    store = ProgramStore.open(cache, "entry");
    store.add(PROGRAM, Files.writeString(cache.resolve("fresh"), "#!/bin/sh\n"));
  }

  @Nested
  class WhatWasBuiltHere {
    @Test
    void isForItsOwnerOnlyAndSoIsItsRecord() throws Exception {
      assertThat(mode(store.directory())).isEqualTo("rwx------");
      assertThat(mode(store.path(PROGRAM))).isEqualTo("rwx------");
      assertThat(mode(record())).isEqualTo("rw-------");
    }

    @Test
    void isUsedWithoutReadingItAgain() throws Exception {
      // A digest that would fail, beside the right stamp.
      List<String> lines = Files.readAllLines(record());
      Files.writeString(record(), "0".repeat(64) + "\n" + lines.get(1));

      assertThat(store.isUntouched(PROGRAM)).isTrue();
    }

    @Test
    void isComparedOnceWhenItWasTouched() throws Exception {
      Files.setLastModifiedTime(store.path(PROGRAM), FileTime.fromMillis(0));

      assertThat(store.isUntouched(PROGRAM)).isFalse();
      assertThat(verify()).isTrue();

      assertThat(store.isUntouched(PROGRAM)).isTrue();
      assertThat(told).isEmpty();
    }

    @Test
    void isFoundAgainInACopyOfTheCache() throws Exception {
      var copy = ProgramStore.open(cache, "copy");
      Files.copy(store.path(PROGRAM), copy.path(PROGRAM), StandardCopyOption.COPY_ATTRIBUTES);
      Files.copy(record(), copy.path(PROGRAM + ".record"), StandardCopyOption.COPY_ATTRIBUTES);

      assertThat(copy.isUntouched(PROGRAM)).isFalse();
      assertThat(copy.verify(PROGRAM, BuildListener.silent())).isTrue();
    }
  }

  @Nested
  class WhatWasNot {
    @Test
    void isNotThere() throws Exception {
      Files.delete(store.path(PROGRAM));

      assertThat(store.isUntouched(PROGRAM)).isFalse();
      assertThat(verify()).isFalse();
      assertThat(told).isEmpty();
    }

    @Test
    void hasNoRecord() throws Exception {
      Files.delete(record());

      assertNotUsed("nothing records that it was built here");
    }

    @Test
    void hasARecordOfNoSense() throws Exception {
      Files.writeString(record(), "");

      assertNotUsed("nothing records that it was built here");
    }

    @Test
    void hasARecordThatOthersMayWrite() throws Exception {
      setMode(record(), "rw-rw-rw-");

      assertNotUsed("nothing records that it was built here");
    }

    @Test
    void hasAnotherContentOfTheSameSizeAndTime() throws Exception {
      FileTime time = Files.getLastModifiedTime(store.path(PROGRAM));
      Files.writeString(store.path(PROGRAM), "#!/bin/XX\n");
      Files.setLastModifiedTime(store.path(PROGRAM), time);

      assertNotUsed("it is not what was built here");
    }

    @Test
    void mayBeWrittenByOthers() throws Exception {
      setMode(store.path(PROGRAM), "rwxrwxr-x");

      assertNotUsed("others than its owner may write it");
    }

    @Test
    void mayNotBeRun() throws Exception {
      setMode(store.path(PROGRAM), "rw-------");

      assertNotUsed("its owner may not run it");
    }

    @Test
    void isALink() throws Exception {
      Path elsewhere = Files.move(store.path(PROGRAM), cache.resolve("elsewhere"));
      Files.createSymbolicLink(store.path(PROGRAM), elsewhere);

      assertNotUsed("it is not a file");
    }

    @Test
    void belongsToAnotherUser() throws Exception {
      Path program = store.path(PROGRAM);
      assumeTrue(FileOwnership.of(program).owner() == 0, "only root can give a file away");
      Files.setAttribute(program, "unix:uid", 65534);

      assertNotUsed("it belongs to another user");
    }

    private void assertNotUsed(String why) throws IOException {
      assertThat(store.isUntouched(PROGRAM)).isFalse();
      assertThat(verify()).isFalse();
      assertThat(told).containsExactly(store.path(PROGRAM) + " is not used, as " + why);
    }
  }

  private boolean verify() throws IOException {
    return store.verify(PROGRAM, event -> told.add(event.sentence()));
  }

  private Path record() {
    return store.path(PROGRAM + ".record");
  }

  private static void setMode(Path file, String mode) throws IOException {
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(mode));
  }

  private static String mode(Path file) throws IOException {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
  }
}
