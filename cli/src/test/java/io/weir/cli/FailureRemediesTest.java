package io.weir.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import org.junit.jupiter.api.Test;

class FailureRemediesTest {
  @Test
  void aFullDiskIsNamedWhereverItShowed() {
    var deep = new UncheckedIOException(new IOException("/x: No space left on device"));

    String sentence = FailureRemedies.messageFor(new IOException("cannot write", deep));

    assertThat(sentence).startsWith("the disk is full: free some space").contains("WEIR_CACHE");
  }

  @Test
  void aPlaceThatCannotBeUsedIsNamed() {
    String sentence = FailureRemedies.messageFor(new AccessDeniedException("/x"));

    assertThat(sentence).startsWith("cannot use /x (AccessDeniedException): make it writable");
  }

  @Test
  void otherFailuresSpeakForThemselves() {
    assertThat(FailureRemedies.messageFor(new IOException("said"))).isEqualTo("said");
    assertThat(FailureRemedies.messageFor(new IllegalStateException()))
        .isEqualTo("IllegalStateException");
  }
}
