import {
  Bool,
  Field,
  Int32,
  makeData,
  RecordBatch,
  Schema,
  Struct,
  Table,
  tableToIPC,
  TimestampMicrosecond,
  Utf8,
  type Data,
  type DataType,
} from 'apache-arrow';
import { Compression, Table as WasmTable, writeParquet, WriterPropertiesBuilder } from 'parquet-wasm';
import type { ColumnData, TableData } from './column-buffers.js';
import type { ColumnType } from './sets.js';

const TEXT = new Utf8();

const ARROW_TYPE: Readonly<Record<ColumnType, DataType>> = {
  integer: new Int32(),
  boolean: new Bool(),
  time: new TimestampMicrosecond(),
  word: TEXT,
  text: TEXT,
  amount: TEXT,
};

/** Of columns whose values hardly repeat a dictionary is made in vain. */
const HAS_DICTIONARY: Readonly<Record<ColumnType, boolean>> = {
  integer: true,
  boolean: false,
  time: true,
  word: true,
  text: false,
  amount: false,
};

/** A Parquet file of one row group, its columns compressed by Zstandard. */
export function toParquet({ rows, columns }: TableData): Uint8Array {
  const data = columns.map((column) => toArrow(column, rows));
  const fields = columns.map(({ name, type }) => new Field(name, ARROW_TYPE[type], true));
  const schema = new Schema(fields);
  const batch = new RecordBatch(
    schema,
    makeData({ type: new Struct(fields), length: rows, nullCount: 0, children: data }),
  );
  const table = WasmTable.fromIPCStream(tableToIPC(new Table(schema, batch), 'stream'));
  let properties = new WriterPropertiesBuilder()
    .setCompression(Compression.ZSTD)
    .setMaxRowGroupSize(Math.max(rows, 1));
  for (const { name, type } of columns)
    properties = properties.setColumnDictionaryEnabled(name, HAS_DICTIONARY[type]);
  return writeParquet(table, properties.build());
}

function toArrow({ type, nullCount, validity, offsets, values }: ColumnData, length: number): Data {
  const common = { length, nullCount, nullBitmap: validity };
  if (offsets === null) return makeData({ ...common, type: ARROW_TYPE[type], data: values } as never);
  return makeData({ ...common, type: TEXT, valueOffsets: offsets, data: values as Uint8Array<ArrayBuffer> });
}
