// Writes a column of JSON values by hyparquet-writer, for parquet_writers.py:
//     node hyparquet_writer.mjs NODE_MODULES COLUMN FILE yes|no
import { readFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'

const [modules, name, filename, asked] = process.argv.slice(2)
const { parquetWriteFile } = await import(pathToFileURL(`${modules}/hyparquet-writer/src/node.js`).href)

const decimal = (type, precision) => ({ type, converted_type: 'DECIMAL', precision, scale: 2 })
const utf8 = { type: 'BYTE_ARRAY', converted_type: 'UTF8' }
const timestamp = (isAdjustedToUTC) => ({
  type: 'INT64', logical_type: { type: 'TIMESTAMP', isAdjustedToUTC, unit: 'MICROS' },
})
const instant = (value) => new Date(value.replace(' ', 'T').replace('+00:00', '') + 'Z')
// Column: its schema, and how a value is made of JSON's.
const columns = {
  boolean: [{ type: 'BOOLEAN' }],
  int32: [{ type: 'INT32' }],
  int64: [{ type: 'INT64' }, BigInt],
  float: [{ type: 'FLOAT' }],
  double: [{ type: 'DOUBLE' }],
  string: [utf8],
  binary: [{ type: 'BYTE_ARRAY' }, (value) => new TextEncoder().encode(value)],
  uuid: [{ type: 'FIXED_LEN_BYTE_ARRAY', type_length: 16, logical_type: { type: 'UUID' } }],
  date: [{ type: 'INT32', converted_type: 'DATE' }, (value) => new Date(value)],
  timestamp: [timestamp(false), instant],
  timestamptz: [timestamp(true), instant],
  decimal9: [decimal('INT32', 9), Number],
  decimal18: [decimal('INT64', 18), Number],
  decimal38: [{ ...decimal('FIXED_LEN_BYTE_ARRAY', 38), type_length: 16 }, Number],
}
const nested = {
  list: [
    { name, num_children: 1, converted_type: 'LIST', repetition_type: 'OPTIONAL' },
    { name: 'list', num_children: 1, repetition_type: 'REPEATED' },
    { name: 'element', type: 'INT64', repetition_type: 'OPTIONAL' },
  ],
  struct: [{ name, num_children: 1, repetition_type: 'OPTIONAL' }, { name: 'a', ...utf8, repetition_type: 'OPTIONAL' }],
}
const values = JSON.parse(readFileSync(0, 'utf8'))
const [element, convert] = columns[name] ?? [null, name === 'list' ? (value) => value.map(BigInt) : undefined]
await parquetWriteFile({
  filename,
  columnData: [{ name, data: convert ? values.map(convert) : values, bloomFilter: asked === 'yes' }],
  schema: [{ name: 'root', num_children: 1 }, ...nested[name] ?? [{ name, ...element, repetition_type: 'OPTIONAL' }]],
})
