package io.weir.provider.aws.account.calls;

/**
 * How large an answer may be: its bytes, and the elements of its XML, since a small text can be
 * parsed into very many.
 *
 * @param bytes of its body
 * @param elements in it
 */
record ResponseLimit(long bytes, long elements) {

  private static final long MEBIBYTE = 1 << 20;

  /** A group of a hundred instances is 60 KB, and a page has up to a hundred groups. */
  private static final long LEAST = 8 * MEBIBYTE;

  /** As much as a full page of large groups. */
  private static final long MOST = 64 * MEBIBYTE;

  /** What is parsed takes several times the room of the text, and several are parsed at once. */
  private static final int PART_OF_HEAP = 16;

  /** AWS's own answers have about 45 bytes for each. */
  private static final int BYTES_PER_ELEMENT = 32;

  /** What fits a heap of so many bytes. */
  static ResponseLimit forHeap(long heap) {
    long bytes = Math.clamp(heap / PART_OF_HEAP, LEAST, MOST);
    return new ResponseLimit(bytes, bytes / BYTES_PER_ELEMENT);
  }

  /** For people. */
  @Override
  public String toString() {
    return "%d MiB, %d elements".formatted(bytes / MEBIBYTE, elements);
  }
}
