import { readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';

/** SQL that the code prepares or runs. */
export interface FoundStatement {
  readonly file: string;
  /** Of the constant or function that holds it. */
  readonly symbol: string;
  /** Where a part is computed it has `*`; null for a statement that is not prepared. */
  readonly name: string | null;
  /** With the fragments that are constants of the same sources. */
  readonly text: string;
}

/** Fragments of fragments are followed this far. */
const DEPTH = 4;

/** Every object with `text`, and every call of `statementOf`, in some sources by their paths. */
export function readStatements(sources: Readonly<Record<string, string>>): FoundStatement[] {
  const withText = Object.entries(sources).filter(([, source]) =>
    /\btext\b|statementOf|\bSELECT\b/.test(source),
  );
  const parsed = withText.map(([file, source]) =>
    ts.createSourceFile(file, source, ts.ScriptTarget.ES2022, true),
  );
  const shared = new Map(parsed.flatMap((file) => [...fragmentsOf(file)]));
  return parsed.flatMap((file) => {
    const fragments = new Map([...shared, ...fragmentsOf(file)]);
    const found: FoundStatement[] = [];
    visit(file, (node) => {
      const parts = statementParts(node);
      if (parts === null) return;
      const name = parts.name === null ? null : patternOf(parts.name);
      const text = expand(parts.text, fragments, DEPTH);
      found.push({ file: file.fileName, symbol: symbolOf(node), name, text });
    });
    return found;
  });
}

/** Names that two statements have, a line each: a connection refuses the second one. */
export function findSharedNames(statements: readonly FoundStatement[]): string[] {
  return statements.flatMap((one, i) =>
    statements
      .slice(i + 1)
      .filter((other) => one.name !== null && other.name !== null && overlaps(one.name, other.name))
      .map((other) => `"${one.name ?? ''}" names ${place(one)} and ${place(other)}`),
  );
}

/**
 * Statements that read tables of the chain and not the head beside them, a line each: what they return is true at no block that
 * anyone can name.
 */
export function findReadsWithoutHead(
  statements: readonly FoundStatement[],
  tables: readonly string[],
): string[] {
  const reads = (text: string, names: readonly string[]): boolean =>
    new RegExp(`\\b(FROM|JOIN)\\s+(chain\\.)?"?(${names.join('|')})\\b`, 'i').test(text);
  return statements
    .filter(({ text }) => reads(text, tables) && !reads(text, ['indexed_head', 'head', 'head_history_rows']))
    .map((statement) => `${place(statement)} reads the chain without the head`);
}

/** Tables and views of the schema `chain`, and the names of their models in Prisma's client. */
export function readChainTables(schema: string): { tables: string[]; models: string[] } {
  const blocks = [...schema.matchAll(/^(?:model|view) (\w+) \{(.*?)^\}/gms)].filter(([, , body]) =>
    body!.includes('@@schema("chain")'),
  );
  return {
    tables: blocks.map(([, model, body]) => /@@map\("(\w+)"\)/.exec(body!)?.[1] ?? model!),
    models: blocks.map(([, model]) => model!.charAt(0).toLowerCase() + model!.slice(1)),
  };
}

/** Sources of programs and libraries, without specs and generated files. */
export function readSources(root: string, files: readonly string[]): Record<string, string> {
  const ours = files.filter((file) => file.endsWith('.ts') && !/spec[.]ts$|\/generated\//.test(file));
  return Object.fromEntries(ours.map((file) => [file, readFileSync(path.join(root, file), 'utf8')]));
}

const place = ({ file, symbol }: FoundStatement): string => `${symbol} of ${file}`;

function statementParts(node: ts.Node): { name: ts.Node | null; text: ts.Node } | null {
  if (ts.isCallExpression(node) && node.expression.getText() === 'statementOf') {
    const [name, , text] = node.arguments;
    return name === undefined || text === undefined ? null : { name, text };
  }
  if (!ts.isObjectLiteralExpression(node)) return null;
  const text = propertyOf(node, 'text');
  return text !== null && isText(text) ? { name: propertyOf(node, 'name'), text } : null;
}

function propertyOf(node: ts.ObjectLiteralExpression, name: string): ts.Node | null {
  const found = node.properties.find((property) => property.name?.getText() === name);
  return found !== undefined && ts.isPropertyAssignment(found) ? found.initializer : null;
}

const isText = (node: ts.Node): boolean => ts.isStringLiteralLike(node) || ts.isTemplateExpression(node);

function patternOf(name: ts.Node): string {
  if (ts.isStringLiteralLike(name)) return name.text;
  if (!ts.isTemplateExpression(name)) return `${name.getText()}*`;
  return name.head.text + name.templateSpans.map((span) => `*${span.literal.text}`).join('');
}

/** Whether some name fits both. A computed part is a word: a table, a sort. */
function overlaps(one: string, other: string): boolean {
  const fits = (name: string, pattern: string): boolean =>
    new RegExp(`^${pattern.replaceAll(/[^\w*]/g, '\\$&').replaceAll('*', '\\w+')}$`).test(
      name.replaceAll('*', 'x'),
    );
  return fits(one, other) || fits(other, one);
}

/** Constants and functions at the top of a file, as they are written. */
function fragmentsOf(file: ts.SourceFile): Map<string, ts.Node> {
  const fragments = new Map<string, ts.Node>();
  for (const statement of file.statements) {
    if (ts.isFunctionDeclaration(statement) && statement.name !== undefined)
      fragments.set(statement.name.text, statement);
    if (!ts.isVariableStatement(statement)) continue;
    for (const { name, initializer } of statement.declarationList.declarations)
      if (ts.isIdentifier(name) && initializer !== undefined) fragments.set(name.text, initializer);
  }
  return fragments;
}

function expand(node: ts.Node, fragments: ReadonlyMap<string, ts.Node>, depth: number): string {
  const parts = [node.getText()];
  if (depth === 0) return parts.join();
  visit(node, (part) => {
    const fragment = ts.isIdentifier(part) ? fragments.get(part.text) : undefined;
    if (fragment !== undefined && !contains(fragment, part))
      parts.push(expand(fragment, fragments, depth - 1));
  });
  return parts.join('\n');
}

const contains = (outer: ts.Node, inner: ts.Node): boolean =>
  outer.getSourceFile() === inner.getSourceFile() && outer.pos <= inner.pos && inner.end <= outer.end;

function symbolOf(node: ts.Node): string {
  for (let at: ts.Node = node; !ts.isSourceFile(at); at = at.parent) {
    if (ts.isVariableDeclaration(at) || ts.isMethodDeclaration(at)) return at.name.getText();
    if (ts.isFunctionDeclaration(at)) return at.name?.text ?? 'a function';
  }
  return 'a statement';
}

function visit(node: ts.Node, each: (node: ts.Node) => void): void {
  each(node);
  node.forEachChild((child) => {
    visit(child, each);
  });
}
