package io.weir.manager.secrets;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.GZIPInputStream;

/**
 * Reads what is said, and finds the mark of secrets in it, however it is encoded. URLs and quoted
 * JSON write the mark as it is, and base64 of every alphabet alike.
 */
public final class LeakDetector {

  private static final List<String> FORMS = forms();

  /** The first bytes of what gzip makes, in base64. */
  private static final Pattern GZIP = Pattern.compile("H4sI[A-Za-z0-9+/\\s]{16,}=*");

  private final AtomicLong lines = new AtomicLong();
  private final Set<String> leaks = new HashSet<>();

  private static List<String> forms() {
    byte[] mark = PlantedSecrets.MARK.getBytes(StandardCharsets.UTF_8);
    var forms = new ArrayList<String>();
    forms.add(PlantedSecrets.MARK);
    forms.add(HexFormat.of().formatHex(mark));
    for (int before = 0; before < 3; before++) {
      String encoded = PlantedSecrets.base64("x".repeat(before) + PlantedSecrets.MARK + "xxx");
      int first = (before * 8 + 5) / 6;
      int end = (before + mark.length) * 8 / 6;
      forms.add(encoded.substring(first, end));
    }
    return forms;
  }

  /** What somebody may read: a message, a condition, a line of a log. */
  public void read(Object said) {
    String text = String.valueOf(said);
    lines.addAndGet(text.lines().count());
    if (holdsMark(text)) {
      synchronized (leaks) {
        leaks.add(text.length() > 400 ? text.substring(0, 400) : text);
      }
    }
  }

  /**
   * What a log has of a failure: all messages and places, also of its causes and of what was
   * suppressed.
   */
  public void read(Throwable failure) {
    var text = new StringWriter();
    failure.printStackTrace(new PrintWriter(text));
    read(text);
  }

  static boolean holdsMark(String text) {
    if (FORMS.stream().anyMatch(text::contains)) {
      return true;
    }
    if (text.contains("\\u") && FORMS.stream().anyMatch(unescaped(text)::contains)) {
      return true;
    }
    Matcher compressed = GZIP.matcher(text);
    while (compressed.find()) {
      if (unzipped(compressed.group()).contains(PlantedSecrets.MARK)) {
        return true;
      }
    }
    return false;
  }

  private static String unescaped(String text) {
    return Pattern.compile("\\\\u([0-9a-fA-F]{4})")
        .matcher(text)
        .replaceAll(
            found ->
                Matcher.quoteReplacement(
                    String.valueOf((char) Integer.parseInt(found.group(1), 16))));
  }

  /** As far as it goes. */
  private static String unzipped(String base64) {
    var out = new StringBuilder();
    try (var gzip =
        new GZIPInputStream(new ByteArrayInputStream(Base64.getMimeDecoder().decode(base64)))) {
      for (int one = gzip.read(); one >= 0; one = gzip.read()) {
        out.append((char) one);
      }
    } catch (IOException | IllegalArgumentException _) {
      // cut off, or something else
    }
    return out.toString();
  }

  /** What whoever looks at this process, or takes a dump of its threads, reads of all threads. */
  public void readThreadNames() {
    Thread.getAllStackTraces().keySet().forEach(thread -> read(thread.getName()));
  }

  long lines() {
    return lines.get();
  }

  /** What held the mark, shortened. */
  public Set<String> leaks() {
    synchronized (leaks) {
      return Set.copyOf(leaks);
    }
  }
}
