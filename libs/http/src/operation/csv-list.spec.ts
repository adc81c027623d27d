import { ApiProperty } from '@nestjs/swagger';
import { csvListOf } from './csv-list.js';

class Row {
  @ApiProperty({ type: 'string' })
  name!: string;

  @ApiProperty({ enum: ['a', 'b'] })
  kind!: 'a' | 'b';
}

class LongerRow extends Row {
  @ApiProperty({ type: 'number', required: false })
  figure?: number;
}

class NestedRow extends Row {
  @ApiProperty({ type: Row })
  row!: Row;
}

class Page {
  @ApiProperty({ type: [LongerRow] })
  rows!: LongerRow[];

  @ApiProperty({ type: 'string', nullable: true })
  nextCursor!: string | null;
}

class Nested {
  @ApiProperty({ type: [NestedRow] })
  rows!: NestedRow[];
}

class Two extends Page {
  @ApiProperty({ type: [Row] })
  others!: Row[];
}

describe('csvListOf', () => {
  it('has the columns of the one list, inherited ones first', () => {
    expect(csvListOf(Page)).toEqual({
      property: 'rows',
      columns: ['name', 'kind', 'figure'],
      hasNextCursor: true,
    });
  });

  it('refuses what is no single table', () => {
    expect(() => csvListOf(Row)).toThrow('Row: CSV is of a response with one list');
    expect(() => csvListOf(Two)).toThrow('Two: CSV is of a response with one list');
    expect(() => csvListOf(Nested)).toThrow('Nested: row fits no cell of CSV');
  });
});
