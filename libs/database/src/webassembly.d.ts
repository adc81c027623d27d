// The part of WebAssembly's JavaScript API that schema-engine.ts uses: lib.dom would bring a browser's globals along.
declare namespace WebAssembly {
  type Exports = Record<string, unknown>;
  type ModuleImports = Record<string, unknown>;
  function instantiate(
    bytes: Uint8Array,
    imports: Record<string, ModuleImports>,
  ): Promise<{ instance: { exports: Exports } }>;
}
