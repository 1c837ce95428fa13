#!/usr/bin/env bash
# Guava 32.1.2 (in google-closure-compiler-java 20240317.0.0; needs a JDK from 11 on): a full filter has no count, but an exception.
# Usual guess: `approximateElementCount` returns a number for every filter, for a full one a large one, and monitoring may call it.
# Behavior: once all bits are set, ten times the capacity here, the formula is infinite, and the conversion to a long refuses that.
# A filter at a rate of 0.99 is full at its very capacity. `expectedFpp` returns 1.
. "$(dirname "$0")/finding.bash"
npm_with google-closure-compiler-java@20240317.0.0
cat >"$WORK/Count.java" <<'JAVA'
import com.google.common.hash.BloomFilter;
import com.google.common.hash.Funnels;

class Count {
    public static void main(String[] arguments) {
        count(100, 0.01, 100);
        count(100, 0.01, 1_000);
        count(1_000_000, 0.99, 1_000_000);
    }

    static void count(int capacity, double rate, int values) {
        BloomFilter<Integer> filter = BloomFilter.create(Funnels.integerFunnel(), capacity, rate);
        for (int i = 0; i < values; i++) {
            filter.put(i);
        }
        String count;
        try {
            count = Long.toString(filter.approximateElementCount());
        } catch (ArithmeticException exception) {
            count = exception.getMessage();
        }
        System.out.printf("%d of %d at %.2f: %s, %.3f%n", values, capacity, rate, count, filter.expectedFpp());
    }
}
JAVA
LC_ALL=C java -cp "$WORK/node_modules/google-closure-compiler-java/compiler.jar" "$WORK/Count.java" >"$WORK/printed"
seen <<'SEEN'
100 of 100 at 0.01: 97, 0.009
1000 of 100 at 0.01: input is infinite or NaN, 1.000
1000000 of 1000000 at 0.99: input is infinite or NaN, 1.000
SEEN
