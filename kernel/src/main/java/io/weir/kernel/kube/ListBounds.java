package io.weir.kernel.kube;

/**
 * What a list may take that a server of others answers.
 *
 * @param pageSize objects of a page
 * @param pageBytes bytes that a page may have
 * @param kept how many objects may be kept in all
 * @param beforePage run before each page is asked for; what it throws ends the list
 */
public record ListBounds(int pageSize, int pageBytes, int kept, Runnable beforePage) {

  /** Those of a list that may take as long as it does. */
  public ListBounds(int pageSize, int pageBytes, int kept) {
    this(pageSize, pageBytes, kept, () -> {});
  }

  /** The same for a list that ends as soon as this throws: a page may be empty, and slow. */
  public ListBounds whilePassing(Runnable check) {
    return new ListBounds(pageSize, pageBytes, kept, check);
  }
}
