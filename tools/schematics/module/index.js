import { apply, applyTemplates, chain, mergeWith, move, strings, url } from '@angular-devkit/schematics';

const API_MODULE = 'apps/api/src/api.module.ts';

/** Writes the module's files, and imports it into the API's. */
export default function module({ name }) {
  const files = apply(url('./files'), [
    applyTemplates({ ...strings, name }),
    move(`apps/api/src/modules/${name}`),
  ]);
  return chain([mergeWith(files), importModule(name)]);
}

function importModule(name) {
  return (tree) => {
    const className = `${strings.classify(name)}Module`;
    const source = tree.readText(API_MODULE);
    const endOfImports = source.indexOf(';\n', source.lastIndexOf('\nimport ')) + 2;
    const beside = /^( +)AppsModule,$/m.exec(source);
    if (beside === null) throw new Error(`${API_MODULE} has no AppsModule to put ${className} beside`);
    tree.overwrite(
      API_MODULE,
      `${source.slice(0, endOfImports)}import { ${className} } from './modules/${name}/${name}.module.js';\n` +
        `${source.slice(endOfImports, beside.index)}${beside[1]}${className},\n${source.slice(beside.index)}`,
    );
    return tree;
  };
}
