package io.weir.provider.http;

import com.fasterxml.jackson.databind.JsonNode;
import io.weir.provider.ProviderException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Reads lists that come in numbered pages and tell how long they are. */
public final class Pages {
  private static final int READINGS = 4;

  private Pages() {}

  /**
   * A page.
   *
   * @param items what is on it; none behind the last
   * @param total how many there are on all pages; negative if the page does not say, which is no
   *     list
   */
  public record Page(JsonNode items, int total) {}

  /** Gets one page. */
  @FunctionalInterface
  public interface Source {

    /**
     * The page of that number, from 1 on.
     *
     * @throws ProviderException if it could not be had
     */
    Page page(int number) throws ProviderException;
  }

  /**
   * All of a list, whole or not at all. What moves from page to page while they are read could be
   * missed, even where one went and one came and the total is the same; and a page that comes short
   * is no proof. So several pages count when two readings in a row show the same, and all are read
   * anew otherwise, four times at most.
   *
   * @param action the cloud's name of the call
   * @param id the field that tells one from another
   * @throws ProviderException.Transient if the list does not hold still
   */
  public static List<JsonNode> whole(String action, String id, Source source)
      throws ProviderException {
    Set<String> before = Set.of();
    for (int reading = 0; reading < READINGS; reading++) {
      Reading now = read(id, source);
      if (now.whole() && (now.pages() == 1 || now.items().keySet().equals(before))) {
        return List.copyOf(now.items().values());
      }
      before = now.items().keySet();
    }
    throw new ProviderException.Transient(
        action + ": the list changes while it is read, or comes short", null);
  }

  /**
   * All pages, once.
   *
   * @param items by id
   * @param pages how many there were
   * @param whole whether there are as many as each page said
   */
  private record Reading(Map<String, JsonNode> items, int pages, boolean whole) {}

  private static Reading read(String id, Source source) throws ProviderException {
    Map<String, JsonNode> found = new LinkedHashMap<>();
    boolean still = true;
    int total = -1;
    for (int number = 1; ; number++) {
      Page page = source.page(number);
      int before = found.size();
      still &= number == 1 || total == page.total();
      total = page.total();
      page.items().forEach(one -> found.put(one.path(id).asText(), one));
      if (found.size() >= total || found.size() == before) {
        return new Reading(found, number, still && found.size() == total);
      }
    }
  }
}
