/** A piece of XML that may stand in another one as it is. */
export class Markup {
  constructor(readonly text: string) {}
}

type Attributes = Readonly<Record<string, string | number>>;

/** Escapes a text for XML, inside of elements and of quoted attributes. */
function escapeXml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}

/** An element. Whatever is no {@link Markup} is text, and escaped: no caller has to think of it. */
export function element(
  name: string,
  attributes: Attributes,
  ...content: readonly (Markup | string)[]
): Markup {
  const written = Object.entries(attributes)
    .map(([key, value]) => ` ${key}="${escapeXml(typeof value === 'number' ? round(value) : value)}"`)
    .join('');
  if (content.length === 0) return new Markup(`<${name}${written}/>`);
  const inner = content.map((part) => (part instanceof Markup ? part.text : escapeXml(part))).join('');
  return new Markup(`<${name}${written}>${inner}</${name}>`);
}

/** Two decimals of a pixel are finer than any screen. */
function round(value: number): string {
  return String(Math.round(value * 100) / 100);
}
