package io.weir.provider.http;

import com.fasterxml.jackson.databind.JsonNode;
import io.weir.provider.ProviderException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Reads lists that come in numbered pages and tell how long they are. */
public final class Pages {
  private static final int READINGS = 3;

  private Pages() {}

  /**
   * A page.
   *
   * @param items what is on it; none behind the last
   * @param total how many there are on all pages
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
   * missed, and a page that comes short is no proof: then all are read anew, three times at most.
   *
   * @param action the cloud's name of the call
   * @param id the field that tells one from another
   * @throws ProviderException.Transient if the list does not hold still
   */
  public static List<JsonNode> whole(String action, String id, Source source)
      throws ProviderException {
    for (int reading = 0; reading < READINGS; reading++) {
      Map<String, JsonNode> found = new LinkedHashMap<>();
      int total = -1;
      boolean still = true;
      for (int number = 1; ; number++) {
        Page page = source.page(number);
        still &= total < 0 || total == page.total();
        total = page.total();
        page.items().forEach(one -> found.put(one.path(id).asText(), one));
        if (found.size() >= total || page.items().isEmpty()) {
          break;
        }
      }
      if (still && found.size() == total) {
        return List.copyOf(found.values());
      }
    }
    throw new ProviderException.Transient(
        action + ": the list changes while it is read, or comes short", null);
  }
}
