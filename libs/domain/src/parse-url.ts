/**
 * A URL as the WHATWG parser reads it; null when it reads none. Not by `URL.canParse`: once it is compiled, that of Node 20
 * takes Latin-1 for UTF-8, and refuses `https://ä.example`.
 */
export function parseUrl(text: string, base?: string): URL | null {
  try {
    return new URL(text, base);
  } catch {
    return null;
  }
}
