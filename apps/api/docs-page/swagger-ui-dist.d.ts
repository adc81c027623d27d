/** What this page uses of Swagger UI, which comes without types. */
declare module 'swagger-ui-dist/swagger-ui-es-bundle.js' {
  export interface SwaggerUi {
    /** Fills in Authorize for a security scheme; for `http` schemes the value is the token. */
    preauthorizeApiKey(scheme: string, value: string): void;
    readonly authActions: { logout(schemes: readonly string[]): void };
  }

  type Action<Payload> = (payload: Payload) => unknown;

  export interface SwaggerUiPlugin {
    readonly statePlugins: {
      readonly auth: {
        readonly wrapActions: {
          readonly logout: (original: Action<readonly string[]>) => Action<readonly string[]>;
        };
      };
    };
  }

  export interface SwaggerUiOptions {
    readonly domNode: Element;
    readonly spec: object;
    readonly deepLinking: boolean;
    readonly displayRequestDuration: boolean;
    readonly tryItOutEnabled: boolean;
    readonly plugins: readonly SwaggerUiPlugin[];
  }

  export default function swaggerUi(options: SwaggerUiOptions): SwaggerUi;
}
