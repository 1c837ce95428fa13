#!/usr/bin/env bash
# hyparquet-writer 0.17.0: `bloomFilter: true` of a column of dates, times, decimals or UUIDs writes no filter, without a word.
# Usual guess: a column that asks for a filter gets one, or an error says that its type has none.
# Behavior: values that the writer does not hash itself, as it converts them first, let it drop the whole filter.
. "$(dirname "$0")/finding.bash"
npm_with hyparquet-writer@0.17.0
node_prints <<'NODE'
import { parquetMetadata } from 'hyparquet'
import { ByteWriter, parquetWrite } from 'hyparquet-writer'

const columns = {
  integer: [{ type: 'INT32' }, [1, 2]],
  text: [{ type: 'BYTE_ARRAY', converted_type: 'UTF8' }, ['a', 'b']],
  date: [{ type: 'INT32', converted_type: 'DATE' }, [new Date(0), new Date(86400000)]],
  decimal: [{ type: 'INT32', converted_type: 'DECIMAL', precision: 9, scale: 2 }, [1.25, 1.5]],
}
for (const [name, [element, data]] of Object.entries(columns)) {
  const writer = new ByteWriter()
  const schema = [{ name: 'root', num_children: 1 }, { name, ...element, repetition_type: 'REQUIRED' }]
  parquetWrite({ writer, schema, columnData: [{ name, data, bloomFilter: true }] })
  const [chunk] = parquetMetadata(writer.getBuffer()).row_groups[0].columns
  console.log(name, chunk.meta_data.bloom_filter_offset === undefined ? 'no filter' : 'a filter')
}
NODE
seen <<'SEEN'
integer a filter
text a filter
date no filter
decimal no filter
SEEN
