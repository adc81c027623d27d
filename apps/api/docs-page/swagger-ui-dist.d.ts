/** What this page uses of Swagger UI, which comes without types. */
declare module 'swagger-ui-dist/swagger-ui-es-bundle.js' {
  export interface SwaggerUi {
    /** Fills in Authorize for a security scheme; for `http` schemes the value is the token. */
    preauthorizeApiKey(scheme: string, value: string): void;
    readonly authActions: { logout(schemes: readonly string[]): void };
    readonly specActions: { updateJsonSpec(spec: object): void };
    readonly oas3Actions: {
      setRequestBodyValue(change: { value: string; pathMethod: readonly [string, string] }): void;
    };
  }

  type Action<Payload> = (payload: Payload) => unknown;

  /** A component of React, as far as it is passed on. */
  type Component = string | ((props: object) => unknown) | symbol | MemoComponent;

  interface MemoComponent {
    readonly type: unknown;
  }

  interface System {
    readonly React: {
      readonly Fragment: symbol;
      createElement(type: Component, props: object | null, ...children: readonly unknown[]): unknown;
      /** Rendered again where its properties are others. */
      memo<Props>(component: Component, areSame: (one: Props, next: Props) => boolean): MemoComponent;
    };
    getComponent(name: string, isContainer: boolean): Component;
  }

  /** As much of a description as is resolved. */
  export interface Resolvable {
    readonly paths: Readonly<Record<string, unknown>>;
    readonly components: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  }

  interface Functions {
    /** Resolves the references of what stands at a path of a description. */
    resolveSubtree: (description: Resolvable, path: readonly string[], options: object) => unknown;
  }

  export interface SwaggerUiPlugin {
    /** `this` is what the system is made of. */
    afterLoad?(this: { readonly fn: Functions }): void;
    readonly statePlugins?: {
      readonly auth: {
        readonly wrapActions: {
          readonly logout: (original: Action<readonly string[]>) => Action<readonly string[]>;
        };
      };
    };
    readonly wrapComponents?: Readonly<Record<string, (original: Component, system: System) => Component>>;
  }

  interface SwaggerUiRequest {
    readonly url: string;
    /** In place of `fetch`. */
    userFetch?: (url: string, request: RequestInit) => Promise<Response>;
    readonly headers: Record<string, string>;
  }

  export interface SwaggerUiOptions {
    readonly domNode: Element;
    readonly spec: object;
    readonly deepLinking: boolean;
    readonly displayRequestDuration: boolean;
    readonly tryItOutEnabled: boolean;
    readonly requestInterceptor: (request: SwaggerUiRequest) => SwaggerUiRequest;
    readonly plugins: readonly SwaggerUiPlugin[];
  }

  export default function swaggerUi(options: SwaggerUiOptions): SwaggerUi;
}
