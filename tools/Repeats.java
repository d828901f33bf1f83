import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/**
 * Names the tests that failed and passed when repeated, by the reports of Surefire and Failsafe of
 * all modules: {@code Repeats ROOT}.
 */
final class Repeats {
  private static final Set<String> FLAKES = Set.of("flakyFailure", "flakyError");

  public static void main(String[] args) throws Exception {
    Set<String> repeated = repeated(Path.of(args[0]));
    if (repeated.isEmpty()) {
      System.out.println("no test was repeated");
    } else {
      System.out.println("passed only when repeated:");
      repeated.forEach(test -> System.out.println("  " + test));
    }
  }

  private static Set<String> repeated(Path root) throws IOException, XMLStreamException {
    var tests = new TreeSet<String>();
    // Modules lie at most two directories deep, their reports two deeper.
    try (Stream<Path> files = Files.walk(root, 5)) {
      for (Path report : files.filter(Repeats::isReport).toList()) {
        addRepeated(report, tests);
      }
    }
    return tests;
  }

  private static boolean isReport(Path file) {
    return file.toString().matches(".*/target/(surefire|failsafe)-reports/TEST-[^/]*\\.xml");
  }

  private static void addRepeated(Path report, Set<String> tests)
      throws IOException, XMLStreamException {
    try (var content = Files.newInputStream(report)) {
      XMLStreamReader reader = XMLInputFactory.newFactory().createXMLStreamReader(content);
      String test = "";
      while (reader.hasNext()) {
        if (reader.next() == XMLStreamConstants.START_ELEMENT) {
          if (reader.getLocalName().equals("testcase")) {
            test =
                "%s.%s"
                    .formatted(
                        reader.getAttributeValue(null, "classname"),
                        reader.getAttributeValue(null, "name"));
          } else if (FLAKES.contains(reader.getLocalName())) {
            tests.add(test);
          }
        }
      }
    }
  }
}
