#!/usr/bin/env bash
# @dsnp/parquetjs 1.8.8 (npm): a filter of 1 MB for 1,000 values contains everything, as one of 32 bytes would.
# Usual guess: a larger filter has a lower rate; 1,000 values in 1 MB, at 8,000 bits a value, have none that is seen.
# Behavior: all blocks are one object, by `Array(n).fill(block)`, so each value is written to every block. It also hashes the decimal
# digits of a number, not its bytes, and its header names no algorithm, so other readers take the filter for an unknown one.
. "$(dirname "$0")/finding.bash"
npm_with @dsnp/parquetjs@1.8.8
node_prints <<'NODE'
import parquet from '@dsnp/parquetjs'

const schema = new parquet.ParquetSchema({ k: { type: 'INT64' } })
for (const [values, numFilterBytes] of [[50, 1024], [50, 1048576], [1000, 1024], [1000, 1048576]]) {
  const options = { bloomFilters: [{ column: 'k', numFilterBytes }] }
  const writer = await parquet.ParquetWriter.openFile(schema, 'file.parquet', options)
  for (let k = 0; k < values; k++) await writer.appendRow({ k: BigInt(k) })
  await writer.close()
  const reader = await parquet.ParquetReader.openFile('file.parquet')
  const { sbbf } = (await reader.getBloomFiltersFor(['k'])).k[0]
  await reader.close()
  let absent = 0
  for (let k = 1000; k < 2000; k++) if (await sbbf.check(BigInt(k))) absent++
  console.log(`${values} values in ${numFilterBytes} bytes: contains ${absent} of 1000 absent ones`)
}
NODE
seen <<'SEEN'
50 values in 1024 bytes: contains 158 of 1000 absent ones
50 values in 1048576 bytes: contains 158 of 1000 absent ones
1000 values in 1024 bytes: contains 1000 of 1000 absent ones
1000 values in 1048576 bytes: contains 1000 of 1000 absent ones
SEEN
