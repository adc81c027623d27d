import swaggerUi, { type SwaggerUi } from 'swagger-ui-dist/swagger-ui-es-bundle.js';
import { AuthApi, type Session } from './auth-api.js';
import { takeConventions, type Description } from './description.js';
import { getElement } from './elements.js';
import { bodyOf, fillIn, readExisting } from './existing.js';
import { fetchFrames } from './fetch-frames.js';
import { followScheme } from './follow-scheme.js';
import { conventionsPlugin, labelsPlugin, signOutPlugin } from './plugins.js';
import { SignInBar } from './sign-in-bar.js';

/** The security scheme of the description that a token is for. */
const SCHEME = 'bearerAuth';

/** Beside this script's folder, under whatever path a proxy serves us. */
const DESCRIPTION_URL = new URL('../openapi.json', import.meta.url);

async function main(): Promise<void> {
  followScheme();
  const response = await fetch(DESCRIPTION_URL);
  const original = (await response.json()) as Description;
  const [server] = original.servers;
  if (server === undefined) throw new Error('the description names no server');
  // A token is of use to every operation, but Swagger UI would show a lock beside each: the interceptor sends it instead.
  delete original.security;
  const conventions = takeConventions(original);
  const existing = await readExisting(server.url);
  let session: Session | null = null;
  let bar: SignInBar | null = null;
  const ui = swaggerUi({
    domNode: getElement('description', HTMLElement),
    spec: fillIn(original, existing, null),
    deepLinking: true,
    displayRequestDuration: true,
    tryItOutEnabled: true,
    requestInterceptor: (request) => {
      if (session !== null && request.url.startsWith(`${server.url}/`))
        request.headers['Authorization'] ??= `Bearer ${session.accessToken}`;
      request.userFetch = fetchFrames;
      return request;
    },
    plugins: [
      signOutPlugin(SCHEME, () => {
        bar?.signOut().catch(reportError);
      }),
      labelsPlugin(original),
      conventionsPlugin(conventions),
    ],
  });
  bar = new SignInBar(new AuthApi(server.url), {
    set: (begun) => {
      session = begun;
      ui.preauthorizeApiKey(SCHEME, begun.accessToken);
      fillInWallet(ui, fillIn(original, existing, begun.address), begun.address);
    },
    clear: () => {
      session = null;
      ui.authActions.logout([SCHEME]);
    },
  });
}

/** Puts the wallet that is signed in where operations take one, also in those that are open already. */
function fillInWallet(ui: SwaggerUi, description: Description, wallet: string): void {
  ui.specActions.updateJsonSpec(description);
  for (const [path, item] of Object.entries(description.paths)) {
    for (const [method, operation] of Object.entries(item)) {
      const body = bodyOf(operation, wallet);
      if (body !== null) ui.oas3Actions.setRequestBodyValue({ value: body, pathMethod: [path, method] });
    }
  }
}

main().catch((error: unknown) => {
  getElement('description', HTMLElement).textContent =
    `The description could not be shown: ${error instanceof Error ? error.message : String(error)}`;
});
