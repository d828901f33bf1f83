package io.weir.webhook.http;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import io.weir.api.FeatureGates;
import io.weir.api.conversion.Conversions;
import io.weir.engine.admission.EngineAdmissions;
import io.weir.engine.watch.ReconciledObjects;
import io.weir.webhook.certificate.TestCertificates;
import io.weir.webhook.review.AdmissionReviewHandler;
import io.weir.webhook.review.ConversionReviewHandler;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Optional;
import org.slf4j.LoggerFactory;

/**
 * A JVM with a review server and nothing else. Says the port and the authority; then, for each line
 * that it is sent, how many bytes of heap are in use after a collection. Ends with its input.
 */
final class ReviewServerMain {
  private ReviewServerMain() {}

  public static void main(String[] args) throws Exception {
    var out = System.out;
    System.setOut(System.err);
    if (LoggerFactory.getLogger(Logger.ROOT_LOGGER_NAME) instanceof Logger root) {
      root.setLevel(Level.WARN);
    }
    var keys = new TestCertificates();
    try (var server =
            ReviewServer.start(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                keys.serverContext(),
                new AdmissionReviewHandler(
                    EngineAdmissions.all(FeatureGates.DEFAULT, ReconciledObjects.ALL),
                    Conversions.all(),
                    _ -> Optional.empty(),
                    (_, _, _, _) -> Optional.empty()),
                new ConversionReviewHandler(Conversions.all(), _ -> Optional.empty()));
        var in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
      out.println("port " + server.address().getPort());
      out.println("authority " + Base64.getEncoder().encodeToString(keys.authority().getEncoded()));
      while (in.readLine() != null) {
        System.gc();
        out.println("heap " + ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed());
      }
    }
  }
}
