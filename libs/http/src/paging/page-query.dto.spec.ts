import 'reflect-metadata';
import { StrictValidationPipe } from '../validation/strict-validation.pipe.js';
import { PageQueryDto, WholeListQueryDto } from './page-query.dto.js';

const pipe = new StrictValidationPipe();

it.each([
  ['a page', PageQueryDto, { limit: 20 }],
  ['a list that is whole without a limit', WholeListQueryDto, {}],
])('the query of %s may be empty, and has a limit and a cursor', async (_what, metatype, empty) => {
  const read = async (value: unknown): Promise<unknown> => pipe.transform(value, { type: 'query', metatype });
  expect({ ...((await read({})) as object) }).toEqual(empty);
  expect(await read({ limit: '100', cursor: 'x' })).toEqual({ limit: 100, cursor: 'x' });
  await expect(read({ limit: '101' })).rejects.toMatchObject({ details: { issues: [{ path: 'limit' }] } });
});
