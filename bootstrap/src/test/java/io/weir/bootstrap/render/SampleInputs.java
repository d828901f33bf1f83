package io.weir.bootstrap.render;

import com.fasterxml.jackson.core.json.JsonReadFeature;
import com.fasterxml.jackson.databind.JsonNode;
import io.weir.api.Json;
import io.weir.api.bootstrap.SecretSource;
import io.weir.bootstrap.kubeadm.CaCertificates;
import io.weir.bootstrap.kubeadm.ClusterJoinInfo;
import io.weir.bootstrap.token.JoinToken;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/** Inputs of a cluster that is always the same. */
public final class SampleInputs {

  public static final JoinToken TOKEN = JoinToken.parse("abcdef.0123456789abcdef");
  static final String CA = resource("/ca/ec.crt");
  static final String CA_HASH = CaCertificates.hashes(CA).getFirst();
  public static final ClusterJoinInfo CLUSTER = new ClusterJoinInfo("127.0.0.1:6443", CA);
  public static final String VERSION = "v1.35.4";

  static BootstrapInputs of(String spec) {
    return of(json(spec), VERSION, Map.of());
  }

  static BootstrapInputs of(String spec, Map<SecretSource.SecretKeyReference, byte[]> secrets) {
    return of(json(spec), VERSION, secrets);
  }

  public static BootstrapInputs of(
      JsonNode spec, String version, Map<SecretSource.SecretKeyReference, byte[]> secrets) {
    return new BootstrapInputs(spec, version, CLUSTER, TOKEN, secrets);
  }

  /** JSON, with single quotes allowed. */
  static JsonNode json(String text) {
    try {
      return Json.MAPPER.reader().with(JsonReadFeature.ALLOW_SINGLE_QUOTES).readTree(text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static String resource(String path) {
    try (var in = SampleInputs.class.getResourceAsStream(path)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private SampleInputs() {}
}
