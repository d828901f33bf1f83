package io.weir.clouds.http;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import io.weir.clouds.ControlEndpoint;
import io.weir.clouds.FaultInjector;
import io.weir.clouds.InstanceListener;
import io.weir.clouds.InstanceState;
import io.weir.clouds.Journal;
import io.weir.clouds.LoopbackServer;
import io.weir.clouds.SimulatedCloud;
import io.weir.clouds.site.SiteServices;
import io.weir.clouds.site.Sites;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * A simulated cloud that listens on loopback: all that does not depend on which cloud it is.
 *
 * @param <S> what the cloud offers in a site
 */
public abstract class HttpCloud<S extends SiteServices> implements SimulatedCloud {
  private static final ObjectMapper JSON =
      new ObjectMapper().enable(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS);

  private final String name;
  private final Sites<S> sites;
  private final Protocol<S> protocol;
  private final LoopbackServer server;

  /**
   * Starts it.
   *
   * @param name what people call it
   * @param port where it listens; 0 for any that is free
   */
  protected HttpCloud(String name, Sites<S> sites, Protocol<S> protocol, int port) {
    this.name = name;
    this.sites = sites;
    this.protocol = protocol;
    server = LoopbackServer.start(name, port, Map.of("/", new RequestHandler<>(protocol, sites)));
  }

  /** The cloud, with the way into it for whoever is not Java. */
  protected static <C extends HttpCloud<?>> C withControlEndpoint(C cloud) {
    ((HttpCloud<?>) cloud).server.addHandler(ControlEndpoint.PATH, new ControlEndpoint(cloud));
    return cloud;
  }

  /** All that exists in it. */
  protected final Sites<S> sites() {
    return sites;
  }

  @Override
  public final String name() {
    return name;
  }

  /** Where clients shall go, for every service and region. */
  @Override
  public final URI endpoint() {
    return server.address();
  }

  @Override
  public final Journal journal() {
    return sites.context().journal();
  }

  @Override
  public final FaultInjector faults() {
    return sites.context().faults();
  }

  @Override
  public final Set<String> operations() {
    return protocol.actions();
  }

  @Override
  public final void addListener(InstanceListener listener) {
    sites.context().events().addListener(listener);
  }

  @Override
  public final List<InstanceState> instances() {
    return sites.withEach(SiteServices::instances).values().stream().flatMap(List::stream).toList();
  }

  @Override
  public final Map<String, byte[]> launchData() {
    Map<String, byte[]> all = new TreeMap<>();
    sites.withEach(SiteServices::launchData).values().forEach(all::putAll);
    return all;
  }

  @Override
  public final boolean killInstance(String instanceId) {
    return sites.withEach(services -> services.killInstance(instanceId)).containsValue(true);
  }

  @Override
  public final String saveState() {
    return sites.save();
  }

  @Override
  public final void restoreState(String saved) {
    sites.restore(saved);
  }

  /** By site. */
  @Override
  public final String comparableState() {
    try {
      return JSON.writerWithDefaultPrettyPrinter()
          .writeValueAsString(sites.withEach(SiteServices::comparableState));
    } catch (JsonProcessingException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  @Override
  public final void close() {
    server.close();
    sites.context().clock().close();
    sites.context().events().close();
  }
}
