import {
  apply,
  applyTemplates,
  chain,
  mergeWith,
  move,
  strings,
  UnsuccessfulWorkflowExecution,
  url,
} from '@angular-devkit/schematics';

const APP_MODULE = 'apps/api/src/app.module.ts';
const CONTRACT_TABLE = 'test/contract/contract-table.ts';

/**
 * Writes the module's files, imports it into the API's, and adds its operation to the contract's table of access. It writes
 * nothing for a name that is taken.
 */
export default function module({ name }) {
  const files = apply(url('./files'), [
    applyTemplates({ ...strings, name }),
    move(`apps/api/src/modules/${name}`),
  ]);
  return chain([refuseTaken(name), mergeWith(files), importModule(name), addToContract(name)]);
}

function refuseTaken(name) {
  return (tree, { logger }) => {
    const className = `${strings.classify(name)}Module`;
    const folder = `apps/api/src/modules/${name}`;
    const { subdirs, subfiles } = tree.getDir(folder);
    const taken = [
      ...(new RegExp(`\\b${className}\\b`).test(tree.readText(APP_MODULE))
        ? [`${APP_MODULE} imports a ${className} already.`]
        : []),
      ...(subdirs.length + subfiles.length > 0 ? [`${folder} exists already.`] : []),
    ];
    if (taken.length === 0) return tree;
    logger.error(`${taken.join(' ')} Choose another name; nothing is written.`);
    throw new UnsuccessfulWorkflowExecution();
  };
}

function importModule(name) {
  return (tree) => {
    const className = `${strings.classify(name)}Module`;
    const source = tree.readText(APP_MODULE);
    const endOfImports = source.indexOf(';\n', source.lastIndexOf('\nimport ')) + 2;
    const beside = /^( +)AppsModule,$/m.exec(source);
    if (beside === null) throw new Error(`${APP_MODULE} has no AppsModule to put ${className} beside`);
    tree.overwrite(
      APP_MODULE,
      `${source.slice(0, endOfImports)}import { ${className} } from './modules/${name}/${name}.module.js';\n` +
        `${source.slice(endOfImports, beside.index)}${beside[1]}${className},\n${source.slice(beside.index)}`,
    );
    return tree;
  };
}

function addToContract(name) {
  return (tree) => {
    const source = tree.readText(CONTRACT_TABLE);
    const start = /^export const CARD\b.*\{\n/m.exec(source);
    if (start === null) throw new Error(`${CONTRACT_TABLE} has no CARD to put ${name} into`);
    const end = start.index + start[0].length;
    tree.overwrite(CONTRACT_TABLE, `${source.slice(0, end)}  'get /${name}': read,\n${source.slice(end)}`);
    return tree;
  };
}
