"""Makes and asks Spark's own Bloom filters, for scripts/test/interop.sh.

With the argument `versions` it prints the version of Spark and which schemes it has. Else each line of the
file that is its argument is one job:

    make SCHEME ELEMENT CAPACITY FPP VALUES OUT [SEED]   write a new filter that holds the values
    like FILTER ELEMENT VALUES OUT                       the same, of the size and scheme of a given one
    probe FILTER ELEMENT VALUES OUT                      write t or f for each value

SCHEME is spark1 or spark2; ELEMENT is text, bigint or bytea. VALUES is a file of one value a line, numbers
in decimal, the others in hexadecimal, text as UTF-8. Files of filters hold the stream of writeTo in
hexadecimal.
"""

import sys

import pyspark
from pyspark.java_gateway import launch_gateway

jvm = launch_gateway().jvm
sketch = jvm.org.apache.spark.util.sketch
versions = {f"spark{v.toString()[1:]}": v for v in getattr(sketch, "BloomFilter$Version").values()}
chooses = "spark2" in versions  # before Spark 4.1 there is but one version, and nothing to choose

# How a line of a file of values is read, and the suffix of the methods that take it.
ELEMENTS = {
    "text": (lambda line: bytes.fromhex(line).decode(), "String"),
    "bigint": (int, "Long"),
    "bytea": (bytes.fromhex, "Binary"),
}


def values_of(element, file):
    parse, _ = ELEMENTS[element]
    with open(file) as lines:
        return [parse(line.rstrip("\n")) for line in lines]


def method(bloom, name, element):
    return getattr(bloom, name + ELEMENTS[element][1])


def read(stream):
    return sketch.BloomFilter.readFrom(jvm.java.io.ByteArrayInputStream(stream))


def stream_of(file):
    with open(file) as text:
        return bytes.fromhex(text.read())


def fill(bloom, element, values, out):
    put = method(bloom, "put", element)
    for value in values_of(element, values):
        put(value)
    stream = jvm.java.io.ByteArrayOutputStream()
    bloom.writeTo(stream)
    with open(out, "w") as text:
        text.write(stream.toByteArray().hex() + "\n")


def make(scheme, element, capacity, fpp, values, out, seed="0"):
    capacity, fpp = int(capacity), float(fpp)
    if chooses:
        bits = sketch.BloomFilter.optimalNumOfBits(capacity, fpp)
        bloom = sketch.BloomFilter.create(versions[scheme], capacity, bits, int(seed))
    else:
        bloom = sketch.BloomFilter.create(capacity, fpp)
    fill(bloom, element, values, out)


def like(filter_file, element, values, out):
    stream = stream_of(filter_file)
    head = {1: 12, 2: 16}[int.from_bytes(stream[:4], "big")]
    fill(read(stream[:head] + bytes(len(stream) - head)), element, values, out)


def probe(filter_file, element, values, out):
    might_contain = method(read(stream_of(filter_file)), "mightContain", element)
    with open(out, "w") as answers:
        for value in values_of(element, values):
            answers.write("t\n" if might_contain(value) else "f\n")


if sys.argv[1] == "versions":
    print("Spark", pyspark.__version__, *sorted(versions))
else:
    with open(sys.argv[1]) as jobs:
        for job in jobs:
            name, *arguments = job.split()
            {"make": make, "like": like, "probe": probe}[name](*arguments)
