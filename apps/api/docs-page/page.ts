import swaggerUi, { type SwaggerUi } from 'swagger-ui-dist/swagger-ui-es-bundle.js';
import { AuthApi } from './auth-api.js';
import { getElement } from './elements.js';
import { SignInBar } from './sign-in-bar.js';

/** The security scheme of the description that a token is for. */
const SCHEME = 'bearerAuth';

interface Description {
  readonly servers: readonly { readonly url: string }[];
}

/** Beside this script's folder, under whatever path a proxy serves us. */
const DESCRIPTION_URL = new URL('../openapi.json', import.meta.url);

async function main(): Promise<void> {
  const place = getElement('description', HTMLElement);
  const response = await fetch(DESCRIPTION_URL);
  const description = (await response.json()) as Description;
  const [server] = description.servers;
  if (server === undefined) throw new Error('the description names no server');
  let bar: SignInBar | null = null;
  const ui: SwaggerUi = swaggerUi({
    domNode: place,
    spec: description,
    deepLinking: true,
    displayRequestDuration: true,
    tryItOutEnabled: true,
    // Swagger's own "Logout" is a sign-out too.
    plugins: [
      {
        statePlugins: {
          auth: {
            wrapActions: {
              logout: (original) => (schemes) => {
                if (schemes.includes(SCHEME)) void bar?.signOut();
                return original(schemes);
              },
            },
          },
        },
      },
    ],
  });
  bar = new SignInBar(new AuthApi(server.url), {
    set: (accessToken) => {
      ui.preauthorizeApiKey(SCHEME, accessToken);
    },
    clear: () => {
      ui.authActions.logout([SCHEME]);
    },
  });
}

main().catch((error: unknown) => {
  getElement('description', HTMLElement).textContent =
    `The description could not be shown: ${error instanceof Error ? error.message : String(error)}`;
});
