import swaggerUi, { type SwaggerUi } from 'swagger-ui-dist/swagger-ui-es-bundle.js';
import { AuthApi, type Session } from './auth-api.js';
import { takeConventions, type Description } from './description.js';
import { getElement } from './elements.js';
import { bodyOf, fillIn, readExisting } from './existing.js';
import { conventionsPlugin, labelsPlugin, resolvePlugin, signOutPlugin, textsPlugin } from './plugins.js';
import { SignInBar } from './sign-in-bar.js';

/** Shows Swagger UI in the light or dark colours that the reader's system asks for, also when that changes. */
function followScheme(): void {
  const dark = window.matchMedia('(prefers-color-scheme: dark)');
  const show = (): void => {
    document.documentElement.classList.toggle('dark-mode', dark.matches);
  };
  dark.addEventListener('change', show);
  show();
}

/** How long a stream is listened to. */
const LISTEN_MS = 2_000;

/** As `fetch`; of a stream, which has no end to wait for, its first frames. */
async function fetchFrames(url: string, request: RequestInit): Promise<Response> {
  const response = await fetch(url, request);
  const type = response.headers.get('content-type') ?? '';
  if (!type.startsWith('text/event-stream') || response.body === null) return response;
  const reader = response.body.getReader();
  const isOver = new Promise<null>((resolve) => {
    window.setTimeout(resolve, LISTEN_MS, null);
  });
  const next = (): Promise<ReadableStreamReadResult<Uint8Array<ArrayBuffer>> | null> =>
    Promise.race([reader.read(), isOver]);
  const parts: Uint8Array<ArrayBuffer>[] = [];
  for (let part = await next(); part?.done === false; part = await next()) parts.push(part.value);
  await reader.cancel();
  const { status, statusText, headers } = response;
  return new Response(new Blob(parts), { status, statusText, headers });
}

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
      resolvePlugin,
      textsPlugin,
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
