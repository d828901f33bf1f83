package io.weir.provider.http;

import com.fasterxml.jackson.databind.JsonNode;
import io.weir.provider.ProviderException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Reads lists that come in numbered pages and state their total length. */
public final class PageReader {
  private static final int READINGS = 4;

  /** Many times the pages of the largest account. */
  private static final int PAGES = 1_000;

  private PageReader() {}

  /**
   * A page.
   *
   * @param items what is on it; none after the last page
   * @param total how many there are on all pages; negative if the page does not say, so that it is
   *     not a list
   */
  public record Page(JsonNode items, int total) {}

  /** Gets one page. */
  @FunctionalInterface
  public interface PageSource {

    /**
     * The page of that number, from 1 on.
     *
     * @throws ProviderException if it could not be read
     */
    Page page(int number) throws ProviderException;
  }

  /**
   * A complete list, or none. Items that move between pages while these are read could be missed,
   * even if the total stays the same because one was removed and one was added; and a short page
   * proves nothing. So a list of several pages counts only when two readings in a row show the same
   * items, and is read again otherwise, four times at most.
   *
   * @param action the cloud's name of the call
   * @param id the field that identifies an item
   * @throws ProviderException.Transient if the list keeps changing
   */
  public static List<JsonNode> readAll(String action, String id, PageSource pageSource)
      throws ProviderException {
    Set<String> before = Set.of();
    for (int reading = 0; reading < READINGS; reading++) {
      ListReading now = read(action, id, pageSource);
      if (now.whole() && (now.pages() == 1 || now.items().keySet().equals(before))) {
        return List.copyOf(now.items().values());
      }
      before = now.items().keySet();
    }
    throw new ProviderException.Transient(
        action + ": the list changed while it was read, or is incomplete", null);
  }

  /**
   * All pages, once.
   *
   * @param items by id
   * @param pages how many there were
   * @param whole whether there are as many items as each page said
   */
  private record ListReading(Map<String, JsonNode> items, int pages, boolean whole) {}

  private static ListReading read(String action, String id, PageSource pageSource)
      throws ProviderException {
    Map<String, JsonNode> found = new LinkedHashMap<>();
    boolean still = true;
    int total = -1;
    for (int number = 1; ; number++) {
      Page page = pageSource.page(number);
      int before = found.size();
      still &= number == 1 || total == page.total();
      total = page.total();
      page.items().forEach(one -> found.put(one.path(id).asText(), one));
      if (found.size() >= total || found.size() == before) {
        return new ListReading(found, number, still && found.size() == total);
      }
      if (number == PAGES) {
        throw new ProviderException.Transient(
            "%s: the list has more than %d pages".formatted(action, PAGES), null);
      }
    }
  }
}
