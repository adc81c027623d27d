import { Module } from '@nestjs/common';
import { DocumentBuilder, SwaggerModule } from '@nestjs/swagger';
import { FRAMES } from './dto/frames.dto.js';
import type { Json, JsonObject } from '../../openapi/json/json.js';
import type { Described } from '../../platform/extra.js';
import { SERVICE } from '../../platform/service-identity.js';

/** Has no routes: only the frames' schemas are asked for. */
@Module({})
class NoRoutes {}

/** The AsyncAPI 3 description of the stream. Its schemas are made of the classes that OpenAPI's are made of. */
export function createAsyncApi({ app, publicBaseUrl }: Described): JsonObject {
  const { components } = SwaggerModule.createDocument(
    app,
    new DocumentBuilder().setOpenAPIVersion('3.1.0').build(),
    { include: [NoRoutes], extraModels: [...new Set(Object.values(FRAMES))] },
  );
  const base = new URL(publicBaseUrl);
  const names = Object.keys(FRAMES);
  return {
    asyncapi: '3.0.0',
    info: {
      title: `${SERVICE.name} stream`,
      version: SERVICE.version,
      description:
        'What `GET /stream` tells, as Server-Sent Events. `id` is `<epoch>:<seq>`; send the last one as `Last-Event-ID` to go on after it.',
      license: { name: 'MIT', url: 'https://opensource.org/license/mit' },
    },
    servers: {
      production: {
        host: base.host,
        pathname: base.pathname,
        protocol: base.protocol.replace(':', ''),
        description: 'production server',
      },
    },
    defaultContentType: 'application/json',
    channels: {
      stream: {
        address: '/stream',
        description: 'Topics, `finality` and `since` are in the query: see the OpenAPI description.',
        messages: Object.fromEntries(names.map((name) => [name, { $ref: `#/components/messages/${name}` }])),
      },
    },
    operations: {
      openStream: {
        action: 'send',
        channel: { $ref: '#/channels/stream' },
        summary: 'What happens, as it happens',
        messages: names.map((name) => ({ $ref: `#/channels/stream/messages/${name}` })),
      },
    },
    components: {
      messages: Object.fromEntries(
        Object.entries(FRAMES).map(([name, type]) => [
          name,
          { name, payload: { $ref: `#/components/schemas/${schemaNameOf(type)}` } },
        ]),
      ),
      schemas: JSON.parse(JSON.stringify(components?.schemas ?? {})) as Json,
    },
  };
}

/** `ApiSchema` of each class names it so. */
function schemaNameOf({ name }: { readonly name: string }): string {
  return name.replace(/Dto$/, '');
}
