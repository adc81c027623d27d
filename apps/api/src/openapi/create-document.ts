import type { INestApplication } from '@nestjs/common';
import { DocumentBuilder, getSchemaPath, SwaggerModule, type OpenAPIObject } from '@nestjs/swagger';
import { ErrorDto } from '@slipway/http';
import { SERVICE } from '../platform/service-identity.js';
import { extrasOf, type DescribedWebhook, type ExtraOptions } from '../platform/extra.js';
import { addExamples } from './add-examples.js';
import { describeInterface } from './describe-interface.js';
import { shareComponents } from './share-components.js';

type Tag = readonly [name: string, description: string];

/** Those of the card. */
const TAGS: readonly Tag[] = [
  ['Apps', 'Discovery, detail, search, holders, activity.'],
  ['Preflight', 'Check a launch against the requirements of this moment before sending any transaction.'],
  ['Market', 'Prices, candles, curve state, leaderboards.'],
  ['Portfolio', "A wallet's positions, value over time, activity and gains."],
  ['Rewards', 'Programs, claimable amounts, proofs and claim calldata.'],
  ['Config', 'What an SDK needs to start: addresses, limits, feature flags.'],
  ['Auth', 'Sign in with a wallet (EIP-4361) for a bearer token.'],
];

/** Builds the OpenAPI description from the routes of an app. Only the server's URL differs between deployments. */
export function createDocument(app: INestApplication, publicBaseUrl: string): OpenAPIObject {
  const builder = new DocumentBuilder()
    .setOpenAPIVersion('3.1.0')
    .setTitle(SERVICE.name)
    .setDescription(describeInterface())
    .setVersion(SERVICE.version)
    .setLicense('MIT', 'https://opensource.org/license/mit')
    .addServer(publicBaseUrl, 'production server')
    .addSecurityRequirements({})
    .addSecurityRequirements('bearerAuth')
    .addBearerAuth({ type: 'http', scheme: 'bearer', bearerFormat: 'JWT' }, 'bearerAuth')
    .addApiKey({ type: 'apiKey', in: 'header', name: 'X-Api-Key' }, 'builderKey');
  const extras = extrasOf(app);
  for (const [name, description] of withTagsOf(extras)) builder.addTag(name, description);
  const webhooks = extras.flatMap((extra) => Object.entries(extra.webhooks ?? {}));
  const document = SwaggerModule.createDocument(app, builder.build(), {
    ignoreGlobalPrefix: true,
    extraModels: [ErrorDto, ...webhooks.map(([, { body }]) => body)],
  });
  if (webhooks.length > 0)
    document.webhooks = Object.fromEntries(
      webhooks.map(([name, webhook]) => [name, toPathItem(name, webhook)]),
    );
  return shareComponents(addExamples(document, extras));
}

/** A request to a receiver, as OpenAPI 3.1 has it. */
function toPathItem(
  name: string,
  { tag, body, ...words }: DescribedWebhook,
): NonNullable<OpenAPIObject['webhooks']>[string] {
  return {
    post: {
      ...words,
      operationId: name,
      tags: [tag],
      security: [],
      requestBody: {
        required: true,
        content: { 'application/json': { schema: { $ref: getSchemaPath(body) } } },
      },
      responses: { '2XX': { description: 'Delivered. Any other status is tried again.' } },
    },
  };
}

/** Those that extras put after the same tag are in alphabetical order. */
function withTagsOf(extras: readonly ExtraOptions[]): readonly Tag[] {
  const added = extras
    .flatMap(({ tags = [] }) => tags)
    .sort((one, other) => one.name.localeCompare(other.name));
  return TAGS.flatMap(([name, description]): Tag[] => [
    [name, description],
    ...added.filter(({ after }) => after === name).map((tag): Tag => [tag.name, tag.description]),
  ]);
}
