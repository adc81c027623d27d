import { partOf } from './part-of.js';

const to = (kind: string, name: string): { $ref: string } => ({ $ref: `#/components/${kind}/${name}` });

const DESCRIPTION = {
  openapi: '3.1.0',
  paths: {
    '/apps': { get: { parameters: [to('parameters', 'Limit')], responses: { 200: to('schemas', 'Apps') } } },
    '/config': { get: { responses: { 200: to('schemas', 'Config') } } },
  },
  components: {
    securitySchemes: { bearerAuth: { type: 'http' } },
    parameters: { Limit: { in: 'query' }, Cursor: { in: 'query' } },
    schemas: {
      Apps: { properties: { apps: { items: to('schemas', 'App') } } },
      App: { properties: { parent: to('schemas', 'App') } },
      Config: { type: 'object' },
    },
  },
};

describe('partOf', () => {
  it('has the operations of one path, and the components that they lead to', () => {
    const { openapi, paths, components } = DESCRIPTION;
    expect(partOf(DESCRIPTION, '/apps')).toEqual({
      openapi,
      paths: { '/apps': paths['/apps'] },
      components: {
        securitySchemes: components.securitySchemes,
        parameters: { Limit: components.parameters.Limit },
        schemas: { Apps: components.schemas.Apps, App: components.schemas.App },
      },
    });
  });
});
