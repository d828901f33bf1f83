package io.weir.engine.workload;

import io.weir.engine.workload.VettingResult.Refused;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Decides at which addresses the API server of a workload cluster may be. Whoever may write a
 * kubeconfig chooses the name, and what it resolves to; the manager must not thereby be sent to
 * itself or to its own machine's network. What is denied is refused, whatever else is said; what is
 * allowed is not refused by default.
 */
public final class AddressPolicy {

  /** Refuses what is refused by default. */
  public static final AddressPolicy DEFAULT = new AddressPolicy(List.of(), List.of());

  private static final String ALLOW = "--workload-cidr-allow";
  private static final String DENY = "--workload-cidr-deny";

  private static final List<Cidr> LOOPBACK = List.of(Cidr.parse("127.0.0.0/8"), Cidr.parse("::1"));

  private static final Map<Cidr, String> REFUSED = refused();

  /** Networks whose addresses have an IPv4 address in them, by the bits that come after it. */
  private static final Map<Cidr, Integer> EMBEDDING =
      Map.of(
          Cidr.parse("::ffff:0:0/96"), 0, // IPv4-mapped
          Cidr.parse("64:ff9b::/96"), 0, // NAT64
          Cidr.parse("64:ff9b:1::/48"), 0, // NAT64, of local use
          Cidr.parse("2002::/16"), 80); // 6to4

  private final List<Cidr> allowed;
  private final List<Cidr> denied;

  private AddressPolicy(List<Cidr> allowed, List<Cidr> denied) {
    this.allowed = allowed;
    this.denied = denied;
  }

  /**
   * What the options of the manager say.
   *
   * @throws IllegalArgumentException if a text is no range of addresses
   */
  public static AddressPolicy of(List<String> allow, List<String> deny) {
    return new AddressPolicy(ranges(ALLOW, allow), ranges(DENY, deny));
  }

  /**
   * The same, with loopback addresses allowed: for a manager whose own API server is at one, as on
   * the machine of somebody who tries it. There, others are, too.
   */
  public AddressPolicy allowingLoopback() {
    return new AddressPolicy(Stream.concat(allowed.stream(), LOOPBACK.stream()).toList(), denied);
  }

  private static List<Cidr> ranges(String option, List<String> texts) {
    try {
      return texts.stream().map(Cidr::parse).toList();
    } catch (IllegalArgumentException wrong) {
      throw new IllegalArgumentException(
          option + ": " + wrong.getMessage() + "; write one like 10.0.0.0/8 or fd00::/8", wrong);
    }
  }

  /**
   * Why a server may not be connected to; empty if it may. Which of its addresses it is is not
   * said: others would be told what names resolve to in the manager's network.
   *
   * @param addresses all that its name resolves to
   */
  public Optional<Refused> refusal(Collection<IpAddress> addresses) {
    return addresses.stream().flatMap(address -> refusal(address).stream()).findFirst();
  }

  private Optional<Refused> refusal(IpAddress address) {
    List<IpAddress> forms = forms(address);
    if (forms.stream().anyMatch(form -> isIn(denied, form))) {
      return Optional.of(
          new Refused(
              "server",
              "is at an address that the manager's option " + DENY + " refuses",
              "use another address"));
    }
    return forms.stream()
        .filter(form -> !isIn(allowed, form))
        .flatMap(form -> kind(form).stream())
        .findFirst()
        .map(
            kind ->
                new Refused(
                    "server",
                    "is at " + kind + ", to which the manager does not connect",
                    "use another address, or allow this one with the manager's option " + ALLOW));
  }

  /** The address and the one that a translator or a tunnel on the way makes of it. */
  private static List<IpAddress> forms(IpAddress address) {
    var forms = new ArrayList<IpAddress>();
    forms.add(address);
    EMBEDDING.forEach(
        (network, bitsAfter) -> {
          if (network.contains(address)) {
            forms.add(address.embedded(bitsAfter));
          }
        });
    return forms;
  }

  private static boolean isIn(List<Cidr> ranges, IpAddress address) {
    return ranges.stream().anyMatch(range -> range.contains(address));
  }

  private static Optional<String> kind(IpAddress address) {
    return REFUSED.entrySet().stream()
        .filter(range -> range.getKey().contains(address))
        .map(Map.Entry::getValue)
        .findFirst();
  }

  private static Map<Cidr, String> refused() {
    var ranges = new LinkedHashMap<Cidr, String>();
    refuse(ranges, "a loopback address", "127.0.0.0/8", "::1");
    refuse(ranges, "a link-local address", "169.254.0.0/16", "fe80::/10");
    refuse(ranges, "an unspecified address", "0.0.0.0/8", "::/96");
    refuse(ranges, "a multicast address", "224.0.0.0/4", "255.255.255.255", "ff00::/8");
    // Of Azure (to which its agents talk), Alibaba, AWS, Google Cloud and Scaleway, beside the
    // link-local ones.
    refuse(
        ranges,
        "the address of a cloud's metadata service",
        "168.63.129.16",
        "100.100.100.200",
        "fd00:ec2::254",
        "fd20:ce::254",
        "fd00:42::42");
    return ranges;
  }

  private static void refuse(Map<Cidr, String> ranges, String kind, String... cidrs) {
    for (String cidr : cidrs) {
      ranges.put(Cidr.parse(cidr), kind);
    }
  }
}
