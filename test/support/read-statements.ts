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

/**
 * Every object with SQL as its `text`, and every call of `statementOf`, in some sources by their paths. Texts that are not written
 * where they stand count in files of statements, and wherever they have a name.
 */
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
      const name = parts.name === null ? null : patternOf(parts.name, fragments);
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
  return statements
    .filter((statement) => {
      const read = tablesOf(statement.text);
      return tables.some((table) => read.has(table)) && !HEADS.some((head) => read.has(head));
    })
    .map((statement) => `${place(statement)} reads the chain without the head`);
}

const HEADS = ['indexed_head', 'head', 'head_history_rows'];

/** A table as a list after FROM names it, with its alias. */
const TABLE = String.raw`(?:ONLY\s+)?(?:"?chain"?\s*\.\s*)?"?(\w+)"?(?:\s+(?:AS\s+)?\w+)?`;
const TABLES = new RegExp(
  String.raw`\b(?:FROM|JOIN)\s+(${TABLE}(?:\s*,\s*${TABLE})*)`.replaceAll(String.raw`(\w+)`, String.raw`\w+`),
  'gi',
);

/** The tables that SQL reads, comments left out. */
function tablesOf(sql: string): Set<string> {
  const text = sql.replaceAll(/--.*$|\/\*[^]*?\*\//gm, ' ');
  const lists = [...text.matchAll(TABLES)].map(([, list = '']) => list.split(','));
  return new Set(
    lists.flat().map((entry) => new RegExp(`^\\s*${TABLE}`, 'i').exec(entry)?.[1]?.toLowerCase() ?? ''),
  );
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
  const [name, text] = [propertyOf(node, 'name'), propertyOf(node, 'text')];
  if (text !== null) {
    const counts =
      isText(text) || name !== null || /[.](sql|repository)[.]ts$/.test(node.getSourceFile().fileName);
    return counts ? { name, text: isLocal(text) ? topOf(node) : text } : null;
  }
  // Another statement's text under another name.
  const spread = node.properties.find(ts.isSpreadAssignment);
  return spread !== undefined && name !== null && isText(name) ? { name, text: spread.expression } : null;
}

function propertyOf(node: ts.ObjectLiteralExpression, name: string): ts.Node | null {
  for (const property of node.properties) {
    if (property.name === undefined || !('text' in property.name) || property.name.text !== name) continue;
    if (ts.isPropertyAssignment(property)) return property.initializer;
    if (ts.isShorthandPropertyAssignment(property)) return property.name;
  }
  return null;
}

const isText = (node: ts.Node): boolean => ts.isStringLiteralLike(node) || ts.isTemplateExpression(node);

/** A name of the function around it: what it holds is somewhere in there. */
const isLocal = (node: ts.Node): boolean =>
  ts.isIdentifier(node) && !fragmentsOf(node.getSourceFile()).has(node.text);

function topOf(node: ts.Node): ts.Node {
  return ts.isSourceFile(node.parent) ? node : topOf(node.parent);
}

function patternOf(name: ts.Node, fragments: ReadonlyMap<string, ts.Node>): string {
  const constant = ts.isIdentifier(name) ? fragments.get(name.text) : undefined;
  if (constant !== undefined && isText(constant)) return patternOf(constant, fragments);
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
