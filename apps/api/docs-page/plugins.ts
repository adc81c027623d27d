import type { SwaggerUiPlugin } from 'swagger-ui-dist/swagger-ui-es-bundle.js';
import type { Description } from './description.js';
import { partOf } from './part-of.js';

const CONVENTIONS = 'Conventions, freshness, limits, stability and errors';

/** Swagger's own "Logout" is a sign-out too. */
export function signOutPlugin(scheme: string, signOut: () => void): SwaggerUiPlugin {
  return {
    statePlugins: {
      auth: {
        wrapActions: {
          logout: (original) => (schemes) => {
            if (schemes.includes(scheme)) signOut();
            return original(schemes);
          },
        },
      },
    },
  };
}

/** Beside each operation its stability and the class of its budget. */
export function labelsPlugin({ paths }: Description): SwaggerUiPlugin {
  return {
    wrapComponents: {
      OperationSummaryPath:
        (Original, { React }) =>
        (props) => {
          const { operationProps } = props as { operationProps: { get(name: string): string } };
          const operation = paths[operationProps.get('path')]?.[operationProps.get('method')];
          const labels =
            operation === undefined ? [] : [operation['x-service-status'], operation['x-rate-limit-class']];
          return React.createElement(
            React.Fragment,
            null,
            React.createElement(Original, props),
            React.createElement(
              'span',
              { className: 'labels' },
              ...labels.map((label) =>
                React.createElement('span', { className: `label label-${label}` }, label),
              ),
            ),
          );
        },
    },
  };
}

/** Under the introduction a link that opens the conventions, so that operations begin on the first screen. */
export function conventionsPlugin(text: string): SwaggerUiPlugin {
  return {
    wrapComponents: {
      InfoContainer: (Original, system) => (props) => {
        const { React } = system;
        const summary = React.createElement('summary', null, CONVENTIONS);
        const markdown = React.createElement(system.getComponent('Markdown', true), { source: text });
        return React.createElement(
          React.Fragment,
          null,
          React.createElement(Original, props),
          React.createElement('details', { className: 'conventions' }, summary, markdown),
        );
      },
    },
  };
}

/** To resolve one operation Swagger UI would normalise the whole description, and all that it resolved before. */
export const resolvePlugin: SwaggerUiPlugin = {
  afterLoad() {
    const { resolveSubtree } = this.fn;
    this.fn.resolveSubtree = (description, path, options) => {
      const [section, name] = path;
      const part = section === 'paths' && name !== undefined ? partOf(description, name) : description;
      return resolveSubtree(part, path, options);
    };
  },
};

/** Texts do not change: Swagger UI would parse and clean each of them at every change of its state. */
export const textsPlugin: SwaggerUiPlugin = {
  wrapComponents: {
    Markdown: (Original, { React }) =>
      React.memo<{ readonly source?: string }>(Original, (one, next) => one.source === next.source),
  },
};
