import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.function.BiConsumer;
import java.util.function.BiPredicate;
import org.apache.datasketches.filters.bloomfilter.BloomFilter;
import org.apache.datasketches.filters.bloomfilter.BloomFilterBuilder;
import org.apache.datasketches.memory.Memory;

/**
 * Makes and asks the Bloom filters of DataSketches, for scripts/test/interop.sh: the jobs are those of rust_tool, files of filters hold
 * the serialized image in hexadecimal.
 */
public final class SketchTool {
    private static final HexFormat HEX = HexFormat.of();

    /** How a line of a file of values is given to a filter. */
    private record Element(BiConsumer<BloomFilter, String> update, BiPredicate<BloomFilter, String> query) {}

    private static Element element(String name) {
        return switch (name) {
            case "line" -> new Element((f, v) -> f.update(text(v)), (f, v) -> f.query(text(v)));
            case "bytes" -> new Element((f, v) -> f.update(HEX.parseHex(v)), (f, v) -> f.query(HEX.parseHex(v)));
            case "bigint", "integer" -> new Element((f, v) -> f.update(Long.parseLong(v)), (f, v) -> f.query(Long.parseLong(v)));
            case "double" -> new Element((f, v) -> f.update(Double.parseDouble(v)), (f, v) -> f.query(Double.parseDouble(v)));
            default -> throw new IllegalArgumentException(name);
        };
    }

    private static String text(String hex) {
        return new String(HEX.parseHex(hex), StandardCharsets.UTF_8);
    }

    private static BloomFilter read(String file) throws IOException {
        return BloomFilter.heapify(Memory.wrap(HEX.parseHex(Files.readString(Path.of(file)).strip())));
    }

    private static void fill(BloomFilter filter, Element element, String values, String out) throws IOException {
        Files.readAllLines(Path.of(values)).forEach(value -> element.update().accept(filter, value));
        Files.writeString(Path.of(out), HEX.formatHex(filter.toByteArray()) + "\n");
    }

    public static void main(String[] args) throws IOException {
        for (String line : Files.readAllLines(Path.of(args[0]))) {
            String[] job = line.split(" ");
            Element element = element(job[2]);
            switch (job[0]) {
                case "make" -> {
                    long capacity = Long.parseLong(job[3]);
                    double fpp = Double.parseDouble(job[4]);
                    fill(job.length > 7 ? BloomFilterBuilder.createByAccuracy(capacity, fpp, Long.parseLong(job[7]))
                        : BloomFilterBuilder.createByAccuracy(capacity, fpp), element, job[5], job[6]);
                }
                case "like" -> {
                    BloomFilter like = read(job[1]);
                    fill(BloomFilterBuilder.createBySize(like.getCapacity(), like.getNumHashes(), like.getSeed()), element, job[3],
                        job[4]);
                }
                case "probe" -> {
                    BloomFilter filter = read(job[1]);
                    Files.write(Path.of(job[4]), Files.readAllLines(Path.of(job[3])).stream()
                        .map(value -> element.query().test(filter, value) ? "t" : "f").toList());
                }
                default -> throw new IllegalArgumentException(line);
            }
        }
    }
}
