package io.weir.clouds.site;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiFunction;
import java.util.function.Function;

/**
 * All sites of a cloud by name, each made when it is first called. Safe for concurrent use.
 *
 * @param <S> what the cloud offers in each
 */
public final class Sites<S extends SiteServices> {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final CloudContext context;
  private final List<String> names;
  private final BiFunction<String, CloudContext, S> factory;
  private final Map<String, Entry<S>> made = new ConcurrentHashMap<>();

  private record Entry<S extends SiteServices>(S services, StateHistory history) {}

  /**
   * None made yet.
   *
   * @param names of all that can be called
   * @param factory makes one by its name
   */
  public Sites(
      CloudContext context, List<String> names, BiFunction<String, CloudContext, S> factory) {
    this.context = context;
    this.names = List.copyOf(names);
    this.factory = factory;
  }

  /** What all of them share. */
  public CloudContext context() {
    return context;
  }

  /** What is offered in the site of a name that can be called. */
  public S get(String name) {
    return entry(name).services();
  }

  private Entry<S> entry(String name) {
    return made.computeIfAbsent(name, this::make);
  }

  private Entry<S> make(String name) {
    S services = factory.apply(name, context);
    var history = new StateHistory(context, services);
    services.site().observe(history::update);
    return new Entry<>(services, history);
  }

  /** Those that were called. */
  public Collection<S> all() {
    return new TreeMap<>(made).values().stream().map(Entry::services).toList();
  }

  /** All that can be called, made or not yet. */
  public Collection<S> createAll() {
    return names.stream().map(this::get).toList();
  }

  /** What each of those that were called gives under its lock, by name. */
  public <T> Map<String, T> withEach(Function<S, T> work) {
    Map<String, T> results = new TreeMap<>();
    made.forEach(
        (name, entry) ->
            results.put(
                name, entry.services().site().withLock(() -> work.apply(entry.services()))));
    return results;
  }

  /**
   * Reads from a site as it was at a moment.
   *
   * @param read changes nothing
   */
  public <T> T readAsOf(String name, Instant moment, Function<S, T> read) {
    Entry<S> entry = entry(name);
    return readCopy(name, entry.services().site().withLock(() -> entry.history().at(moment)), read);
  }

  /**
   * Reads from a site as it is, with the tags that things had at a moment.
   *
   * @param read changes nothing
   */
  public <T> T readWithTagsAsOf(String name, Instant moment, Function<S, T> read) {
    Entry<S> entry = entry(name);
    return readCopy(
        name,
        entry
            .services()
            .site()
            .withLock(() -> LateTags.of(entry.services().save(), entry.history().at(moment))),
        read);
  }

  private <T> T readCopy(String name, ObjectNode state, Function<S, T> read) {
    S copy = factory.apply(name, CloudContext.standingStill(context.clock().now()));
    copy.load(state);
    return read.apply(copy);
  }

  /** What exists now in all of them, as JSON. */
  public String save() {
    ObjectNode saved = JSON.createObjectNode();
    withEach(SiteServices::save).forEach(saved::set);
    return saved.toString();
  }

  /**
   * Goes on from another time; for a cloud in which nothing has happened yet.
   *
   * @throws IllegalArgumentException when the text is none that {@link #save} made in this world
   */
  public void restore(String text) {
    try {
      JsonNode saved = JSON.readTree(text);
      var unknown = new ArrayList<String>();
      saved.fieldNames().forEachRemaining(unknown::add);
      unknown.removeAll(names);
      if (!unknown.isEmpty()) {
        throw new IllegalArgumentException("there is no " + unknown.getFirst() + " in it");
      }
      saved.properties().forEach(site -> restore(get(site.getKey()), site.getValue()));
    } catch (JsonProcessingException | RuntimeException malformed) {
      throw new IllegalArgumentException(
          "not the state of a cloud: " + malformed.getMessage(), malformed);
    }
  }

  private static void restore(SiteServices services, JsonNode saved) {
    boolean _ =
        services
            .site()
            .withLock(
                () -> {
                  services.load(saved);
                  services.resume();
                  return true;
                });
  }
}
