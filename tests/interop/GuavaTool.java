import com.google.common.hash.BloomFilter;
import com.google.common.hash.Funnel;
import com.google.common.hash.Funnels;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.function.Function;

/**
 * Makes and asks Guava's own Bloom filters, for scripts/test/interop.sh. Each line of the file that is its
 * argument is one job:
 *
 * <pre>
 * make SCHEME ELEMENT CAPACITY FPP VALUES OUT   write a new filter that holds the values
 * like FILTER ELEMENT VALUES OUT                the same, of the size and scheme of a given one
 * probe FILTER ELEMENT VALUES OUT               write t or f for each value
 * </pre>
 *
 * SCHEME is mitz64 or mitz32; ELEMENT is text, bigint, integer or bytea. VALUES is a file of one value a
 * line, numbers in decimal, the others in hexadecimal, text as UTF-8. Files of filters hold the stream of
 * writeTo in hexadecimal.
 */
public final class GuavaTool {
    private static final HexFormat HEX = HexFormat.of();
    /** Bytes of a stream before its words: strategy, number of hash functions, number of words. */
    private static final int HEAD = 6;

    /** An element with its funnel, and how a line of a file of values is read. */
    private record Element<T>(Funnel<? super T> funnel, Function<String, T> parse) {
        void make(String scheme, long capacity, double fpp, Path values, Path out) throws IOException {
            byte[] stream = written(BloomFilter.create(funnel, capacity, fpp));
            // Nothing public makes a filter of the older strategy, but one can be read.
            stream[0] = (byte) List.of("mitz32", "mitz64").indexOf(scheme);
            fill(stream, values, out);
        }

        void like(Path filter, Path values, Path out) throws IOException {
            byte[] stream = stream(filter);
            Arrays.fill(stream, HEAD, stream.length, (byte) 0);
            fill(stream, values, out);
        }

        void probe(Path filter, Path values, Path out) throws IOException {
            BloomFilter<T> bloom = read(stream(filter));
            Files.write(out, Files.readAllLines(values).stream().map(parse)
                .map(value -> bloom.mightContain(value) ? "t" : "f").toList());
        }

        private void fill(byte[] empty, Path values, Path out) throws IOException {
            BloomFilter<T> bloom = read(empty);
            Files.readAllLines(values).stream().map(parse).forEach(bloom::put);
            Files.writeString(out, HEX.formatHex(written(bloom)) + "\n");
        }

        private BloomFilter<T> read(byte[] stream) throws IOException {
            return BloomFilter.readFrom(new ByteArrayInputStream(stream), funnel);
        }

        private byte[] written(BloomFilter<T> bloom) throws IOException {
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            bloom.writeTo(out);
            return out.toByteArray();
        }
    }

    private static byte[] stream(Path filter) throws IOException {
        return HEX.parseHex(Files.readString(filter).strip());
    }

    private static Element<?> element(String name) {
        return switch (name) {
            case "text" -> new Element<String>(Funnels.stringFunnel(StandardCharsets.UTF_8),
                line -> new String(HEX.parseHex(line), StandardCharsets.UTF_8));
            case "bigint" -> new Element<Long>(Funnels.longFunnel(), Long::valueOf);
            case "integer" -> new Element<Integer>(Funnels.integerFunnel(), Integer::valueOf);
            case "bytea" -> new Element<byte[]>(Funnels.byteArrayFunnel(), HEX::parseHex);
            default -> throw new IllegalArgumentException(name);
        };
    }

    public static void main(String[] args) throws IOException {
        for (String line : Files.readAllLines(Path.of(args[0]))) {
            String[] job = line.split(" ");
            Element<?> element = element(job[2]);
            switch (job[0]) {
                case "make" -> element.make(job[1], Long.parseLong(job[3]), Double.parseDouble(job[4]),
                    Path.of(job[5]), Path.of(job[6]));
                case "like" -> element.like(Path.of(job[1]), Path.of(job[3]), Path.of(job[4]));
                case "probe" -> element.probe(Path.of(job[1]), Path.of(job[3]), Path.of(job[4]));
                default -> throw new IllegalArgumentException(line);
            }
        }
    }
}
