import {
  apply,
  applyTemplates,
  chain,
  mergeWith,
  move,
  UnsuccessfulWorkflowExecution,
  url,
} from '@angular-devkit/schematics';

const FOLDER = 'libs/protocols/src';
const PROTOCOLS = `${FOLDER}/protocols.ts`;
const LIST = /^(const PROTOCOLS: readonly Protocol\[\] = \[.*)\];$/m;

/** Writes a protocol's folder, an example of each part, and its line in `protocols.ts`. It writes nothing for a name that is taken. */
export default function protocol({ name }) {
  const files = apply(url('./files'), [applyTemplates({ name }), move(`${FOLDER}/${name}`)]);
  return chain([refuseTaken(name), mergeWith(files), listProtocol(name)]);
}

function refuseTaken(name) {
  return (tree, { logger }) => {
    const { subdirs, subfiles } = tree.getDir(`${FOLDER}/${name}`);
    if (subdirs.length + subfiles.length === 0) return tree;
    logger.error(`${FOLDER}/${name} exists already. Choose another name; nothing is written.`);
    throw new UnsuccessfulWorkflowExecution();
  };
}

function listProtocol(name) {
  return (tree) => {
    const source = tree.readText(PROTOCOLS);
    if (!LIST.test(source)) throw new Error(`${PROTOCOLS} has no list to put ${name} into`);
    const endOfImports = source.indexOf(';\n', source.lastIndexOf('\nimport ')) + 2;
    const imported = `${source.slice(0, endOfImports)}import { ${name} } from './${name}/${name}.js';\n${source.slice(endOfImports)}`;
    tree.overwrite(PROTOCOLS, imported.replace(LIST, `$1, ${name}];`));
    return tree;
  };
}
