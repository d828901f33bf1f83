package io.weir.clouds.aws.ec2;

import io.weir.clouds.aws.seed.Subnet;
import io.weir.clouds.aws.wire.AwsErrorException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** Private addresses of subnets. A returned address is given again only after all others were. */
final class SubnetAddresses {
  // AWS keeps the first four addresses and the last one of each subnet.
  private static final int KEPT_FIRST = 4;
  private static final int KEPT = 5;

  private static final class Pool {
    private final Set<Integer> used = new HashSet<>();
    private int next;
  }

  private final Map<String, Pool> pools = new HashMap<>();

  String allocate(Subnet subnet) {
    Pool pool = pools.computeIfAbsent(subnet.id(), _ -> new Pool());
    int size = size(subnet);
    if (pool.used.size() >= size) {
      throw AwsErrorException.of(
          "InsufficientFreeAddressesInSubnet",
          "There are not enough free addresses in subnet '"
              + subnet.id()
              + "' to satisfy the requested number of instances.");
    }
    while (!pool.used.add(pool.next)) {
      pool.next = (pool.next + 1) % size;
    }
    int taken = pool.next;
    pool.next = (pool.next + 1) % size;
    return dotted(base(subnet) + KEPT_FIRST + taken);
  }

  /** Takes this address, which is known to be free. */
  void reserve(Subnet subnet, String ip) {
    pools
        .computeIfAbsent(subnet.id(), _ -> new Pool())
        .used
        .add(number(ip) - base(subnet) - KEPT_FIRST);
  }

  void release(Subnet subnet, String ip) {
    Pool pool = pools.get(subnet.id());
    if (pool != null) {
      pool.used.remove(number(ip) - base(subnet) - KEPT_FIRST);
    }
  }

  int freeCount(Subnet subnet) {
    Pool pool = pools.get(subnet.id());
    return size(subnet) - (pool == null ? 0 : pool.used.size());
  }

  private static int size(Subnet subnet) {
    int prefix = Integer.parseInt(subnet.cidr().substring(subnet.cidr().indexOf('/') + 1));
    return (1 << (32 - prefix)) - KEPT;
  }

  private static int base(Subnet subnet) {
    return number(subnet.cidr().substring(0, subnet.cidr().indexOf('/')));
  }

  private static int number(String dotted) {
    int number = 0;
    for (String part : dotted.split("\\.", -1)) {
      number = number << 8 | Integer.parseInt(part);
    }
    return number;
  }

  private static String dotted(int number) {
    return "%d.%d.%d.%d"
        .formatted(number >>> 24, number >>> 16 & 255, number >>> 8 & 255, number & 255);
  }
}
