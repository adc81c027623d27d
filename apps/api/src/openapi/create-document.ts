import type { INestApplication } from '@nestjs/common';
import { DocumentBuilder, SwaggerModule, type OpenAPIObject } from '@nestjs/swagger';
import { ErrorDto } from '@slipway/http';
import { SERVICE } from '../identity/service-identity.js';
import { addExamples } from './add-examples.js';
import { describeInterface } from './describe-interface.js';
import { shareComponents } from './share-components.js';

const TAGS: readonly (readonly [name: string, description: string])[] = [
  ['Apps', 'Discovery, detail, search, holders, activity.'],
  ['Preflight', 'Check a launch against the requirements of this moment before sending any transaction.'],
  ['Trading', 'Unsigned transactions: what a wallet signs to trade.'],
  ['Market', 'Prices, candles, curve state, leaderboards.'],
  ['Integrations', 'Formats that aggregators, charts and wallets read.'],
  ['Pictures', 'Apps as pictures: cards, sparklines.'],
  ['Stream', 'What happens, as it happens: Server-Sent Events.'],
  ['Portfolio', "A wallet's positions, value over time and activity."],
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
    .addBearerAuth({ type: 'http', scheme: 'bearer', bearerFormat: 'JWT' }, 'bearerAuth');
  for (const [name, description] of TAGS) builder.addTag(name, description);
  const document = SwaggerModule.createDocument(app, builder.build(), {
    ignoreGlobalPrefix: true,
    extraModels: [ErrorDto],
  });
  return shareComponents(addExamples(document));
}
